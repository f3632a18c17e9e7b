"""A headless Chromium, driven over a pipe by its DevTools protocol: no other program or module is needed.

with Browser() as browser:
    page = browser.open("/path/page.html", width=390, dark=True)
    page.evaluate("document.title")
    page.requests, page.messages     # what it asked the network for, and what its console said
"""
import base64
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                   "--no-first-run", "--disable-background-networking", "--disable-component-update",
                   "--user-data-dir=" + self.folder.name, "--remote-debugging-pipe", "about:blank"]
        # The browser reads commands from descriptor 3 and writes to 4.
        script = 'exec 3<&%d 4>&%d; exec "$@"' % (to_read, to_write)
        self.process = subprocess.Popen(["bash", "-c", script, "bash", find(), *options], pass_fds=(to_read, to_write),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.numbers, self.pages, self.rest = itertools.count(1), {}, b""
        return self

    def __exit__(self, *error):
        os.close(self.to_write)  # it ends with its pipe
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_read)
        self.folder.cleanup()

    def receive(self):
        while b"\0" not in self.rest:
            piece = os.read(self.to_read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        page = self.pages.get(message.get("sessionId"))
        if page and "method" in message:
            page.hear(message["method"], message["params"])
        return message

    def call(self, method, session=None, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]))
                return answer["result"]

    def open(self, path, width=1400, height=1000, dark=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(domain + ".enable")
        page.look(width, height, dark)
        page.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while not page.loaded:
            self.receive()
        return page


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.requests, self.messages, self.loaded = [], [], False

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def hear(self, method, values):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            url = values["request"]["url"]
            if not url.startswith("data:"):
                self.requests.append(url)
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(a.get("value", a.get("description"))) for a in values["args"]))
        elif method == "Runtime.exceptionThrown":
            self.messages.append(str(values["exceptionDetails"].get("exception", {}).get("description")))
        elif method == "Log.entryAdded":
            self.messages.append(values["entry"]["text"])

    def look(self, width, height=1000, dark=False, medium=""):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=medium, features=[scheme])

    def evaluate(self, text):
        answer = self.call("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def press(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def save_picture(self, path):
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    def save_pdf(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.printToPDF")["data"]))
