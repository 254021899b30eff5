"""Rules submissions and the bounds of their regulators."""
