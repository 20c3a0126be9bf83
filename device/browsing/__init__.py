"""The box in a browser: what it tells its pages, and what they do to it.

`pages` puts it together, over `web`, which serves whatever it is given; `visitors` makes the door. The rest is plain
values, each for one view: `sheet` and `history` for the game master, `television` for players, and `hello` for all.
`sheet`, `history` and `television` are pure.
"""
