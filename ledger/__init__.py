"""The write side: the game, the rules submissions, the aggregates, and the store they are appended to."""
