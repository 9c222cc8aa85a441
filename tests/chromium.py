"""A page in a real Chromium without a window, driven by the DevTools protocol over a pipe."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from base64 import b64decode
from pathlib import Path
from types import TracebackType
from typing import Any

from casbridge.processes.locate import locate

_SECONDS = 60.0
#: Keys by their DevTools names.
_KEYS = {
    "ArrowRight": 39,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "Tab": 9,
    "Enter": 13,
    "Backspace": 8,
    "Delete": 46,
    " ": 32,
}
#: The bit of Ctrl among DevTools' modifiers.
_CTRL = 2


class Chromium:
    """One browser with one page. What the page throws, logs as an error, and asks the network for is kept."""

    def __init__(self, folder: Path) -> None:
        program = locate("chromium", "CASBRIDGE_CHROMIUM")
        assert program is not None
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        command = [
            str(program),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-features=IsolateSandboxedIframes",
            f"--user-data-dir={folder}",
            "--remote-debugging-pipe",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash", *command],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self._loaded = False
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.frames: list[int] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._session = ""
            self._call("Browser.close")
            self._process.wait(10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)

    # -- what a test does ---------------------------------------------------------------------------------------------

    def open(self, url: str) -> None:
        """Loads a page anew."""
        for address in ("about:blank", url):
            self.frames.clear()
            self.requests.clear()
            self._loaded = False
            self._call("Page.navigate", url=address)
            while not self._loaded:
                self._receive()

    def jump(self, hash: str) -> None:
        """Another hash in the page's address; its event is waited for."""
        self.value(
            "new Promise((done) => { addEventListener('hashchange', () => setTimeout(done), {once: true});"
            f" location.hash = {json.dumps(hash)}; }})"
        )

    def assert_quiet(self, *schemes: str) -> None:
        """Assert that pages threw nothing, broke no rule of their policy, and loaded nothing of other schemes."""
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith(schemes)] == []

    def window(self, width: int, height: int, dark: bool = False, touch: bool = False) -> None:
        """A window of this size; a phone has touch."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self._call("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def value(self, expression: str, frame: int | None = None) -> Any:
        """What an expression of JavaScript is, or promises; in a frame of the page if its context is given."""
        context = {} if frame is None else {"contextId": frame}
        found = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, **context)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str, *, ctrl: bool = False) -> None:
        """A key is pressed and released; with Ctrl it writes nothing."""
        about: dict[str, Any] = {
            "key": key,
            "code": {" ": "Space"}.get(key, f"Digit{key}" if key.isdigit() else key),
            "windowsVirtualKeyCode": _KEYS.get(key) or ord(key.upper()),
            "modifiers": _CTRL if ctrl else 0,
        }
        written = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        text = {"text": written} if written and not ctrl else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", **about, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", **about)

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of an element."""
        x, y = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'nearest'});"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger goes from one point to another."""
        for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            self._call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def pdf(self) -> bytes:
        """The page as it is printed, on its own size of paper if it names one."""
        found = self._call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return b64decode(found["data"])

    def screenshot(self) -> str:
        """The window as PNG, in base64."""
        return str(self._call("Page.captureScreenshot", format="png")["data"])

    # -- the protocol -------------------------------------------------------------------------------------------------

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])

    def _receive(self) -> dict[str, Any]:
        deadline = time.monotonic() + _SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"Chromium says nothing for {_SECONDS} s"
            part = os.read(self._read, 1 << 16)
            assert part, "Chromium ended"
            self._buffer += part
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, about: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(about["exceptionDetails"]))
        elif method == "Log.entryAdded" and about["entry"]["level"] in ("error", "warning"):
            self.complaints.append(str(about["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
        elif method == "Runtime.executionContextCreated":
            self.frames.append(about["context"]["id"])
