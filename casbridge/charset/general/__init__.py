"""Wu's method for any system, in any dimension."""
