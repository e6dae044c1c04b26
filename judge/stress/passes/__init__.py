"""What is tried to make an input smaller: pure moves, each from a state to batches of smaller ones.

Others use `descent` and the moves of its neighbours, by `stress.shrink`.
"""
