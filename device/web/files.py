"""All that can be asked for: the pages' files by their paths, and what every answer says to a browser."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "page"
TYPES = {".html": "text/html", ".css": "text/css", ".mjs": "text/javascript"}
PAGES = {
    "/": "index.html",
    "/gm": "gm.html",
    "/table": "table.html",
    "/pair": "pair.html",
    "/settings": "settings.html",
}
"""Pages by the paths that people type."""
FILES = PAGES | {f"/{file.name}": file.name for file in sorted(FOLDER.iterdir()) if file.suffix in {".css", ".mjs"}}
"""A table made once: no path that is asked for ever reaches the disk."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
