"""The turn engine: pure rules, Python standard library only.

Another program imports this package alone: `from delvebox.engine import Delve, Rules, commands`.
"""
