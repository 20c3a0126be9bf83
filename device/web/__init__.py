"""The box in a browser: a server on this machine, and the page that is the box.

Only `server` imports the web's libraries; who opens it may find them missing.
"""
