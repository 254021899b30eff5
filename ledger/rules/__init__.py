"""Rules submissions: what a licensee offers, within what its regulator's text allows."""
