"""Provers: each is a way to prove or to refute claims of answers. `judging` asks them in turn.

`judging.PROVERS` lists them in the order in which they are asked; those of tasks are in `tasks.comparing`. A new prover
is a file with a function `prove` (see `protocol.Prove`), its import and a line in `judging`. A prover that
asks another program needs a script and a reader of the output as well: `singular` uses those of `certificates`.
"""
