"""Getting what is at an address, going on where it broke off: in this run, or in the next after a kill.

What is there of it lies in a folder of its own as `content`, and beside it as `about.json` what the server said of
it: without that, or where the server has something else by now, it is got anew. Whether it is the right thing in the
end only its checksum tells.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import ModelError, megabytes

if TYPE_CHECKING:
    from http.client import HTTPResponse

TIMEOUT_SECONDS = 15.0
"""How long the network may say nothing."""
PAUSES_SECONDS = (1.0, 2.0, 4.0)
"""Before going on after a break; so many times without a byte more, and it is given up."""
BLOCK_BYTES = 1 << 16
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")
_PARTIAL, _NO_SUCH_RANGE, _SERVER_FAILS = 206, 416, 500

OnBytes = Callable[[int, int | None], None]
"""Told how many bytes are there, and of how many, None where that is not known."""


class Download:
    """One address and what is there of it."""

    def __init__(self, folder: Path, address: str, most_bytes: int) -> None:
        """Nothing is asked of the network yet.

        Args:
            folder: What is there of it lies here; made by `get`.
            address: http or https.
            most_bytes: More than this it must not be.
        """
        self._folder = folder
        self._content, self._about = folder / "content", folder / "about.json"
        self._address = address
        self._most_bytes = most_bytes
        self.went_on = False
        """Whether any of it was got in another connection than its end."""

    @property
    def have_bytes(self) -> int:
        """How much is there and can be gone on with."""
        return self._size if self._known.get("address") == self._address else 0

    def get(self, on_bytes: OnBytes) -> Path:
        """The whole of it as a file.

        Raises:
            ModelError: no such address, no network, a connection that breaks off again and again, or more than
                `most_bytes`. What is there stays for the next time.
            OSError: the folder cannot be written; nothing stays.
        """
        if not self._address.startswith(("http://", "https://")):
            raise ModelError(f"{self._address} is no address of a download: give one that begins with https://")
        vain, before = 0, self.have_bytes
        began = False
        while True:
            try:
                self._fetch(on_bytes)
            except _BrokeOff as error:
                began = began or error.began
                vain = 0 if self._size > before else vain + 1
                if not began or vain > len(PAUSES_SECONDS) - 1:
                    kept = f", {megabytes(self._size)} are kept for the next time" if self._size else ""
                    raise ModelError(f"{error}{kept}") from error
                before = self._size
                time.sleep(PAUSES_SECONDS[vain])
            else:
                return self._content

    def forget(self) -> None:
        """Take away what is there."""
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- one connection -------------------------------------------------------------------------------

    def _fetch(self, on_bytes: OnBytes) -> None:
        import http.client  # ssl comes with it, which no start of the box should pay for
        import urllib.error
        import urllib.request

        have, known = self.have_bytes, self._known
        if have and have == known.get("total"):
            return
        headers = {"User-Agent": "delvebox", "Accept-Encoding": "identity"}
        if have:
            headers["Range"] = f"bytes={have}-"
            if known.get("validator"):
                headers["If-Range"] = known["validator"]
        request = urllib.request.Request(self._address, headers=headers)  # noqa: S310 - checked in `get`
        began = False
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - as above
                began = True
                self._take(answer, have, on_bytes)
        except _WritingError as error:
            self.forget()
            raise error.reason from None
        except urllib.error.HTTPError as error:
            if error.code == _NO_SUCH_RANGE and have:
                self.forget()  # the server has less than that by now
                raise _BrokeOff(f"{self._address} is not what it was", began=True) from error
            answers = f"{self._address} answers {error.code} {error.reason}"
            if error.code >= _SERVER_FAILS:
                raise _BrokeOff(answers, began=False) from error
            raise ModelError(answers) from error
        except urllib.error.URLError as error:
            raise _BrokeOff(f"{self._address} cannot be reached ({_reason(error.reason)})", began=False) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _BrokeOff(f"the download of {self._address} broke off ({_reason(error)})", began=began) from error

    def _take(self, answer: HTTPResponse, have: int, on_bytes: OnBytes) -> None:
        at, total = self._place(answer, have)
        if total is not None and total > self._most_bytes:
            self._too_much(f"{answer.url} is {megabytes(total)}, more than")
        if at == 0:
            self._begin(answer, total)
        self.went_on = self.went_on or at > 0
        done = at
        with _writing():
            written = self._content.open("ab", buffering=0)  # what came is there, whatever becomes of us
        with written:
            on_bytes(done, total)
            while block := answer.read1(BLOCK_BYTES):
                done += len(block)
                if done > self._most_bytes:
                    self._too_much(f"{answer.url} sends more than")
                with _writing():
                    written.write(block)
                on_bytes(done, total)
        if total is not None and done < total:
            short = f"broke off after {megabytes(done)} of {megabytes(total)}"
            raise _BrokeOff(f"the download of {answer.url} {short}", began=True)

    def _place(self, answer: HTTPResponse, have: int) -> tuple[int, int | None]:
        """Where the answer begins, and how much all of it is; an answer that does not fit what is there is none."""
        length = answer.headers.get("Content-Length", "")
        if answer.status != _PARTIAL:
            return 0, int(length) if length.isdecimal() else None
        place = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        same = _validator(answer) == self._known.get("validator")
        if place is None or int(place[1]) != have or not same:
            self.forget()
            raise _BrokeOff(f"{self._address} is not what it was", began=True)
        return have, int(place[2]) if place[2].isdecimal() else self._known.get("total")

    def _begin(self, answer: HTTPResponse, total: int | None) -> None:
        about = {"address": self._address, "validator": _validator(answer), "total": total}
        self.forget()
        with _writing():
            self._folder.mkdir(parents=True)
            self._about.write_text(json.dumps(about))

    def _too_much(self, what: str) -> None:
        self.forget()
        raise ModelError(f"{what} the {megabytes(self._most_bytes)} that it should be")

    # -- what is there --------------------------------------------------------------------------------

    @property
    def _size(self) -> int:
        try:
            return self._content.stat().st_size
        except OSError:
            return 0

    @property
    def _known(self) -> Mapping[str, Any]:
        """What the server said of what is there; nothing where that is not known."""
        try:
            known = json.loads(self._about.read_bytes())
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


class _BrokeOff(Exception):  # noqa: N818 - what it is
    """The connection did not bring all; `began`: it did bring an answer."""

    def __init__(self, text: str, *, began: bool) -> None:
        super().__init__(text)
        self.began = began


class _WritingError(Exception):
    """An error of the disk, told apart from those of the network, which are OSErrors too."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _WritingError(error) from error


def _validator(answer: HTTPResponse) -> str | None:
    """What tells this content from another at the same address; a weak one does not do for parts of it."""
    tag = answer.headers.get("ETag", "")
    return tag if tag and not tag.startswith("W/") else answer.headers.get("Last-Modified")


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer for {TIMEOUT_SECONDS:g} s"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
