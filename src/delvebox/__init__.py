"""Delvebox: a box on the game table that runs the dungeon-turn procedure."""
