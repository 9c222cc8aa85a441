"""The definitions of Wu's method, each as a function, in the order of the paper's section 3.

    Polynomial ──▶ ranks ──▶ division ──▶ triangular ──▶ wu ──▶ characteristic sets and series
                                                └──▶ chains: triangular sets as an answer shows them

Sources: Xu Xiaoning 2019; Wang Dongming, Elimination Methods, chapters 1 to 3.
`orders` changes the order of the variables. Nothing here imports a quicker way: `towers` and `general` import these.
"""
