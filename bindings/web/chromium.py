# SPDX-License-Identifier: MIT
"""Chromium without a display, driven over a pipe by the DevTools protocol."""
import base64
import json
import os
import subprocess
import tempfile
import time

SECONDS = 60
KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, " ": 32, "Enter": 13,
        "Tab": 9}


class Chromium:
    """One page. Errors of its scripts are in `errors`."""

    def __init__(self, program):
        # pylint: disable-next=consider-using-with
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_theirs, self.write_ours = os.pipe()
        self.read_ours, write_theirs = os.pipe()

        def pipes():
            os.dup2(read_theirs, 100)
            os.dup2(write_theirs, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)
        # pylint: disable-next=consider-using-with,subprocess-popen-preexec-fn
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(read_theirs)
        os.close(write_theirs)
        self.last, self.rest, self.session, self.errors = 0, b"", None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"],
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.read_ours, 1 << 20)
            if not more:
                raise EOFError("chromium ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_ours, data):]
        while True:
            answer = self.message()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(answer["params"]["exceptionDetails"])[:2000])
            # What the page's policy forbids.
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["source"] == "security":
                self.errors.append(answer["params"]["entry"]["text"])
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def run(self, script):
        """The value of an expression, awaited."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, condition):
        """Until an expression is true; returns its value."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            value = self.run(condition)
            if value:
                return value
            self.run("new Promise((done) => setTimeout(done, 30))")
        raise TimeoutError(f"{condition}; {self.errors}")

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'")
        self.call("Page.navigate", url=address)
        self.wait("location.href !== 'about:blank' && document.readyState === 'complete'")

    def resize(self, width, height, dark=False, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def key(self, name, text=None, up=True):
        code = name if len(name) > 1 else "Space" if name == " " else "Key" + name.upper()
        of = {"key": name, "code": code,
              "windowsVirtualKeyCode": KEYS.get(name, ord(name[0].upper()))}
        self.call("Input.dispatchKeyEvent", type="keyDown", **of, **({"text": text} if text else {}))
        if up:
            self.call("Input.dispatchKeyEvent", type="keyUp", **of)

    def mouse(self, kind, x, y):
        """`kind`: Pressed, Moved or Released."""
        self.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, clickCount=1,
                  button="none" if kind == "Moved" else "left",
                  buttons=0 if kind == "Released" else 1)

    def click(self, x, y):
        self.mouse("Pressed", x, y)
        self.mouse("Released", x, y)

    def touch(self, kind, *points):
        """`kind`: Start, Move or End."""
        self.call("Input.dispatchTouchEvent", type="touch" + kind,
                  touchPoints=[{"x": x, "y": y} for x, y in points])

    def centre(self, selector):
        """The middle of an element that is scrolled to, once there is one."""
        self.wait(f"!!document.querySelector({json.dumps(selector)})")
        return tuple(self.run(f"""(() => {{
            const node = document.querySelector({json.dumps(selector)});
            node.scrollIntoView({{ block: 'center' }});
            const box = node.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()"""))

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, EOFError, OSError):
            pass
        self.process.wait(timeout=SECONDS)
        os.close(self.write_ours)
        os.close(self.read_ours)
        self.profile.cleanup()
