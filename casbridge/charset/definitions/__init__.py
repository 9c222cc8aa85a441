"""The definitions of Wu's method, each as a function."""
