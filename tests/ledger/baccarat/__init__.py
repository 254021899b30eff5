"""The game: cards, hands, wagers and their settlement."""
