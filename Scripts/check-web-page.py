#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Goes through the page of a running belfryd in Chromium; Scripts/check-web-page.sh starts both.

usage: check-web-page.py FOLDER PICTURES

FOLDER has the daemon's socket `api`, what it `said`, and the apps of APPS; PICTURES is where pictures of the
page are left. Each part of the page is looked at by axe-core and by the browser itself:
a fault, a line in its console and anything wider than the window end with 1. So does a job of page_jobs.py
that does not come to what the user wants.
"""

import contextlib
import http.client
import json
import math
import os
import pathlib
import socket
import struct
import subprocess
import sys
import time
import wave
import zlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, sync_playwright

import page_jobs
from page_jobs import card

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
PRODUCTS = pathlib.Path(os.environ["BELFRY_PRODUCTS"])
ASKED = os.environ.get("BELFRY_PAGE_WIDTHS", "360 900 1600").split()
WIDTHS = {
    name: width for name, width in {"phone": 360, "tablet": 900, "desk": 1600}.items() if str(width) in ASKED
}
COUNT = int(os.environ.get("BELFRY_PAGE_COUNT", "10000"))
APPS = ("Zoo", "Stamps", "Mail", "Asks", "Quiet", "Clip", "Docks", "Breaks")
READY_MILLISECONDS = 300
FRAMES_A_SECOND = 60
# On a machine of its own the page is as fast as is wanted, but for one frame of twenty. Otherwise: what no
# machine that is shared with others explains, a page that was made slow.
IS_STRICT = os.environ.get("BELFRY_PAGE_STRICT") == "1"
LATEST_MILLISECONDS = READY_MILLISECONDS if IS_STRICT else 3000
FEWEST_FRAMES = FRAMES_A_SECOND * (0.95 if IS_STRICT else 0.5)


class Daemon:
    """The daemon, as commands and programs ask it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.socket = self.folder / "api"

    def command(self, *words):
        environment = {**os.environ, "BELFRY_SOCKET": str(self.socket), "NO_COLOR": "1"}
        return subprocess.run(
            [PRODUCTS / "belfry", *words], env=environment, check=True, capture_output=True, text=True
        ).stdout

    def ask(self, method, path, body=None, *headers):
        words = ["curl", "-sS", "--fail-with-body", "--unix-socket", self.socket, "-X", method]
        for header in headers:
            words += ["-H", header]
        if body is not None:
            words += ["--data-binary", body if isinstance(body, str) else json.dumps(body)]
        answer = subprocess.run([*words, f"http://localhost{path}"], capture_output=True, text=True)
        if answer.returncode:
            sys.exit(f"{method} {path}: {answer.stdout} {answer.stderr}")
        return json.loads(answer.stdout) if answer.stdout else {}

    def push(self, app, payload):
        return self.ask("POST", f"/v1/apps/{app}/push", payload)["sequence"]

    def request(self, app, identifier, content):
        body = {"identifier": identifier, "content": content}
        self.ask("POST", f"/v1/apps/{app}/requests", body)

    def as_app(self, app, method, path, body):
        token = self.ask("GET", f"/v1/apps/{app}/token")["token"]
        return self.ask(method, path, body, f"Authorization: Bearer {token}")

    def waits_for(self, count):
        """Waits until the list has so many notifications."""
        for _ in range(1200):
            if len(self.ask("GET", "/v1/center")["notifications"]) >= count:
                return
            time.sleep(0.05)
        sys.exit(f"the list does not get {count} notifications")

    def address(self):
        return self.ask("POST", "/v1/session-codes")["address"]


# Files of each kind, small and made here.


def make_sound(path):
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        tone = (int(9000 * math.sin(step / 8000 * 2 * math.pi * 440)) for step in range(24000))
        sound.writeframes(b"".join(struct.pack("<h", value) for value in tone))


def make_gif(path):
    """Writes a picture of two frames, red and blue, that change for ever."""
    frames = []
    for index in (0, 1):
        data = bytes([2, 2, (0x44, 0x4C)[index], 0x01, 0]) if index == 0 else bytes([2, 2, 0x4C, 0x01, 0])
        frames.append(b"\x21\xf9\x04\x04\x32\x00\x00\x00\x2c" + struct.pack("<4H", 0, 0, 1, 1) + b"\x00" + data)
    head = b"GIF89a" + struct.pack("<2H", 1, 1) + b"\x80\x00\x00" + bytes([200, 30, 40, 30, 60, 200])
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    path.write_bytes(head + loop + b"".join(frames) + b"\x3b")


def make_picture(path, width=320, height=200):
    rows = b"".join(
        b"\x00" + bytes(
            part for x in range(width) for part in (40 + 180 * x // width, 90, 40 + 180 * y // height)
        )
        for y in range(height)
    )

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


MOVIE = """
async () => {
  const canvas = Object.assign(document.createElement("canvas"), {width: 320, height: 180});
  const ink = canvas.getContext("2d");
  const type = "video/mp4";
  if (!MediaRecorder.isTypeSupported(type)) return null;
  const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType: type});
  const parts = [];
  recorder.ondataavailable = ({data}) => parts.push(data);
  recorder.start();
  for (let frame = 0; frame < 50; frame += 1) {
    ink.fillStyle = `hsl(${frame * 7} 70% 50%)`;
    ink.fillRect(0, 0, 320, 180);
    ink.fillStyle = "white";
    ink.font = "60px sans-serif";
    ink.fillText(frame, 120, 110);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  const end = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.stop();
  await end;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return Array.from(bytes);
}
"""


class Look:
    """One browser with one page, and what is found wrong with it."""

    def __init__(self, browser, daemon, pictures, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.daemon = daemon
        self.pictures = pictures
        self.faults = []
        self.expects_trouble = False
        self.page.on("console", lambda message: self.note(message))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.set_default_timeout(30_000)

    def note(self, message):
        if message.type in ("error", "warning") and not self.expects_trouble:
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    @contextlib.contextmanager
    def trouble(self):
        """Lets the browser say that requests fail."""
        self.expects_trouble = True
        yield
        self.expects_trouble = False

    def open(self):
        if "BELFRY_PAGE_SOURCES" in os.environ:
            self.page.route("**/*", self.serve)
        self.page.goto(self.daemon.address())
        self.wait("document.documentElement.dataset.cursor")

    def wait(self, condition):
        """Waits until an expression holds: Playwright's own way is eval, which the page's policy forbids."""
        for _ in range(600):
            # An address with a new code that is opened where the page is loads it anew, also in between.
            with contextlib.suppress(Error):
                if self.page.evaluate(f"() => Boolean({condition})"):
                    return
            time.sleep(0.05)
        sys.exit(f"this never came to be: {condition}")

    def serve(self, route):
        """Gives the page its files as they are in Sources, and not as the daemon was built with them."""
        path = route.request.url.split("/", 3)[3].split("#")[0]
        places = {
            "": SOURCES / "BelfryServer/Web/Page/page.html",
            "drawing": SOURCES / "BelfryDrawing/Scripts" / path.rsplit("/", 1)[-1],
            "page": SOURCES / "BelfryServer/Web/Page" / path.rsplit("/", 1)[-1],
        }
        kind = "" if path == "" else "drawing" if "/drawing/" in path else path.split("/")[0]
        if kind not in places:
            return route.continue_()
        answer = route.fetch(url=route.request.url.split("/page/")[0].rstrip("/") + "/")
        types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
        headers = {**answer.headers, "content-type": types[places[kind].suffix]}
        headers.pop("content-length", None)
        return route.fulfill(status=200, headers=headers, body=places[kind].read_bytes())

    def see(self, name):
        """Keeps a picture, and has axe look."""
        self.wait(
            "document.getAnimations().every((each) => each.effect.getComputedTiming().iterations === Infinity)"
        )
        fits = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if not fits:
            self.faults.append(f"{name}: wider than the window")
        # Beyond some height a picture has no more of the page.
        is_short = self.page.evaluate("document.documentElement.scrollHeight < 12000")
        self.page.screenshot(path=self.pictures / f"{name}.png", full_page=is_short)
        # The colours in an extension's view are the extension's, and many are Apple's own.
        colours = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
        others = {"rules": {"color-contrast": {"enabled": False}}}
        drawn = {"exclude": [[".stage"], [".accessory"]]}
        found = Axe().run(self.page, context=drawn, options=colours).response["violations"]
        found += Axe().run(self.page, options=others).response["violations"]
        for violation in found:
            for node in violation["nodes"]:
                self.faults.append(
                    f"{name}: axe {violation['id']}: {violation['help']}: {node['target']} "
                    f"{node['html'][:160]} {node.get('failureSummary', '')}"
                )

    def end(self):
        self.context.close()
        return self.faults


def prepare(daemon, browser):
    """Sends one notification of each kind; returns their numbers by name."""
    for app in APPS:
        daemon.command("install", str(daemon.folder / f"{app}.app"))
    for name in ("Zoo", "Post", "Mail", "Docks", "Breaks"):
        daemon.command("allow", f"org.example.{name}")
    categories = []
    for plugin in ("Thermostat", "Ballot", "RedGreen", "MediaPlayer"):
        categories += json.loads((ROOT / "Plugins" / plugin / "categories.json").read_text())
    daemon.as_app("org.example.Zoo", "PUT", "/v1/app/categories", categories)
    reply = {"identifier": "reply", "title": "Reply", "textInput": {"buttonTitle": "Send", "placeholder": "Text"}}
    letter = {"identifier": "letter", "actions": [reply]}
    daemon.as_app("org.example.Mail", "PUT", "/v1/app/categories", [letter])
    page = browser.new_page()
    movie = page.evaluate(MOVIE)
    page.close()
    files = daemon.folder
    if movie is None:
        sys.exit("this Chromium records no video/mp4, of which the page is to play one")
    (files / "movie.mp4").write_bytes(bytes(movie))
    make_sound(files / "chime.wav")
    make_gif(files / "moves.gif")
    make_picture(files / "picture.png")
    (files / "not-a-picture.avi").write_bytes(b"RIFF\x04\x00\x00\x00AVI <script>alert(1)</script>")
    kinds = {
        "picture": ("picture.png", "A picture"),
        "moving": ("moves.gif", "A picture that moves"),
        "sound": ("chime.wav", "A sound"),
        "movie": ("movie.mp4", "A movie"),
        "unknown": ("not-a-picture.avi", "What no browser plays"),
    }
    for name, (file, title) in kinds.items():
        attachment = {"identifier": file, "path": str(files / file)}
        content = {"title": title, "body": "See what came with it.", "attachments": [attachment], "threadIdentifier": name}
        daemon.request("org.example.Mail", name, content)
    for number in range(4):
        daemon.push("org.example.Mail", {"aps": {"alert": {"title": f"Letter {number + 1}", "body": "It is long. " * 12}, "thread-id": "letters", "category": "letter", "badge": number + 1}})
    episode = json.loads((ROOT / "Plugins/MediaPlayer/payload.apns").read_text())["aps"]
    content = {
        **episode["alert"],
        "categoryIdentifier": episode["category"],
        "attachments": [{"identifier": "chime", "path": str(files / "chime.wav")}],
    }
    daemon.request("org.example.Zoo", "episode", content)
    for plugin in ("RedGreen", "Ballot", "Thermostat"):
        daemon.push("org.example.Zoo", (ROOT / "Plugins" / plugin / "payload.apns").read_text())
    stamped = daemon.push("org.example.Post", (ROOT / "Plugins/TitleStamp/payload.apns").read_text())
    prepare_rest(daemon)
    daemon.waits_for(len(kinds) + 12)
    entries = daemon.ask("GET", "/v1/center")["notifications"]
    return {entry["content"].get("title", ""): entry["sequence"] for entry in entries} | {"stamped": stamped}


def prepare_rest(daemon):
    """Has an app notify quietly and a Clip be launched, two draw, and others wait for a device and for a place."""
    options = ["alert", "sound", "provisional", "providesAppNotificationSettings"]
    daemon.as_app("org.example.Quiet", "POST", "/v1/app/authorization", {"options": options})
    daemon.push("org.example.Quiet", {"aps": {"alert": {"title": "Quiet", "body": "It made no sound."}}})
    daemon.as_app("org.example.Clip", "GET", "/v1/app", None)
    invite = {"identifier": "invite", "actions": [{"identifier": "stay", "title": "Stay"}]}
    for app, does in {"Docks": "docks", "Breaks": "crash"}.items():
        name = f"org.example.{app}"
        daemon.as_app(name, "PUT", "/v1/app/categories", [invite])
        daemon.push(name, {"aps": {"alert": {"title": app, "body": "See."}, "category": "invite"}, "does": does})
    daemon.ask("POST", "/v1/devices", {"name": "tablet"})
    daemon.ask("PATCH", "/v1/devices/tablet", {"isOnline": False})
    daemon.ask("POST", "/v1/apps/org.example.Mail/push?device=tablet", {"aps": {"alert": "Stored"}})
    region = {"identifier": "home", "latitude": 48, "longitude": 11, "radius": 100}
    trigger = {"kind": "location", "region": region, "repeats": False}
    body = {"identifier": "at home", "content": {"title": "At home"}, "trigger": trigger}
    daemon.ask("POST", "/v1/apps/org.example.Mail/requests", body)


def main():
    daemon = Daemon(sys.argv[1])
    # At night a schedule of Do Not Disturb would be on from its beginning, and no banner would come.
    daemon.ask("POST", "/v1/clock", {"zone": "UTC", "set": "2026-03-20T12:00:00Z"})
    pictures = pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    faults = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["BELFRY_CHROMIUM"], args=["--no-sandbox"]
        )
        numbers = prepare(daemon, browser)
        for name, width in WIDTHS.items():
            for scheme in ("light", "dark"):
                look = Look(
                    browser, daemon, pictures,
                    viewport={"width": width, "height": 900}, color_scheme=scheme,
                )
                walk(look, f"{name}-{scheme}", numbers)
                faults += look.end()
        for name, width in WIDTHS.items():
            look = Look(browser, daemon, pictures, viewport={"width": width, "height": 900})
            page_jobs.do_all(look, name, numbers)
            faults += look.end()
        if COUNT:
            look = Look(browser, daemon, pictures, viewport={"width": 900, "height": 900})
            faults += measure(look, "the samples")
            faults += see_many(look, COUNT)
            faults += look.end()
        # The page reads more than 300 as they are scrolled to.
        for name, width in (WIDTHS if COUNT > 600 else {}).items():
            look = Look(browser, daemon, pictures, viewport={"width": width, "height": 900})
            see_older(look, name)
            faults += look.end()
        browser.close()
    for fault in dict.fromkeys(faults):
        print(fault)
    print(f"check-web-page: {len(set(faults))} faults; pictures are in {pictures}")
    sys.exit(1 if faults else 0)


def walk(look, name, numbers):
    """Looks at each part of the page, at one width and in one appearance."""
    page, daemon = look.page, look.daemon
    look.open()
    page.wait_for_selector(".card")
    look.see(f"{name}-list")
    see_files(look, name, numbers)
    page.reload()
    page.wait_for_selector("#groups .card")
    see_drawn(look, name, numbers)
    page.click('#groups .group[aria-label="Mail, letters"] .rest')
    page.wait_for_selector(card(numbers["Letter 1"]))
    look.see(f"{name}-opened")
    page.click(card(numbers["Letter 4"], " .toggle"))
    page.click(card(numbers["Letter 4"], " [data-action=reply] > button"))
    page.wait_for_selector(card(numbers["Letter 4"], " form textarea"))
    look.see(f"{name}-reply")
    page.keyboard.press("Escape")
    page.click(card(numbers["Quiet"], " .toggle"))
    page.wait_for_selector(card(numbers["Quiet"], " [data-action=keep]"))
    look.see(f"{name}-keeping")
    page.click(card(numbers["Letter 4"], " .why summary"))
    page.wait_for_selector(".outcome")
    look.see(f"{name}-explained")
    see_run(look, name, numbers["stamped"])
    page.click('[data-key="org.example.Clip"]')
    look.wait("document.querySelector('form.settings small')?.textContent.includes('An App Clip')")
    look.see(f"{name}-clip")
    page.click('[data-key="org.example.Quiet"]')
    page.wait_for_selector("[data-key=own-settings]")
    look.see(f"{name}-own-settings")
    page.click('[data-key="org.example.Mail"]')
    page.wait_for_selector('form.settings[aria-label$="Mail"]')
    page.click("#device-panel summary")
    look.wait("document.querySelector('#push-devices').textContent.includes('1 wait for tablet')")
    look.wait("document.querySelectorAll('#regions li').length === 2")
    look.see(f"{name}-settings")
    page.click("[data-key=schedule]")
    page.wait_for_selector("[data-key=schedule-from]")
    look.see(f"{name}-schedule")
    page.click("[data-key=schedule]")
    look.wait("!document.querySelector('[data-key=schedule-from]')")
    page.click("#device-panel summary")
    page.click('[data-key="all"]')
    page.fill("#search-field", "letter")
    page.wait_for_selector("#found-cards .card")
    look.see(f"{name}-search")
    page.fill("#search-field", "")
    page.click(card(numbers["Letter 4"], " .close"))
    page.wait_for_selector("#undo")
    look.see(f"{name}-undo")
    page.click("#undo-button")
    see_places(look, name)
    page.click("#tab-history")
    page.wait_for_selector("#ended > *")
    look.see(f"{name}-history")
    page.click("#tab-push")
    look.wait("document.querySelector('#push-check').textContent === 'It would be taken.'")
    page.select_option("#push-app", "org.example.Mail")
    page.select_option("#push-device", "main")
    page.click("#push-send")
    page.wait_for_selector("#push-steps [data-step=presented]")
    page.click("#push-curl")
    look.wait("document.querySelector('#push-command').value")
    look.see(f"{name}-push-sent")
    page.fill("#push-priority", "7")
    look.wait("document.querySelector('#push-priority-fault').textContent")
    page.fill("#push-payload", '{"aps":{"alert":')
    look.wait("document.querySelector('#push-check.fault')")
    look.see(f"{name}-push")
    see_ledger(look, name)
    page.click("#tab-list")
    asks(daemon)
    page.wait_for_selector(".prompt")
    look.see(f"{name}-prompt")
    page.click(".prompt .plain:not(.main)")
    look.wait("!document.querySelector('.prompt')")
    see_lost(look, name)
    # What the page has asked for just before may be refused by then.
    with look.trouble():
        page.click("#sign-out")
        page.wait_for_selector("#sign-in-title")
    look.see(f"{name}-signed-out")


def see_files(look, name, numbers):
    page = look.page
    for title in ("A picture", "A picture that moves", "A sound", "A movie", "What no browser plays"):
        page.click(card(numbers[title], " .toggle"))
    # A picture is not fetched before it comes near the window, nor one that is not shown.
    pictures = page.locator(".file img")
    for index in range(pictures.count()):
        pictures.nth(index).scroll_into_view_if_needed()
    look.wait(
        "[...document.querySelectorAll('.file img')].every((image) => image.complete && image.naturalWidth)"
    )
    players = "[...document.querySelectorAll('.file :is(audio, video)')]"
    look.wait(f"{players}.every((each) => each.readyState > 0)")
    page.wait_for_selector(".file .row a")
    look.see(f"{name}-files")


def see_drawn(look, name, numbers):
    page = look.page
    page.click('#groups .group[aria-label="Zoo"] .rest')
    for title, shown in {
        "Reptile house": "[data-view] .range",
        "Zoo": "[data-view] .push",
        "The bells of the aviary": ".media",
        "A red notification": "[data-view]",
    }.items():
        number = numbers[title]
        page.click(card(number, " .toggle"))
        page.wait_for_selector(card(number, f" .live[data-phase=open] {shown}"))
        look.see(f"{name}-drawn-{title.split()[-1].lower()}")
    docked, broken = numbers["Docks"], numbers["Breaks"]
    page.click(card(docked, " .toggle"))
    page.wait_for_selector(card(docked, " .live[data-phase=open]"))
    page.click(card(docked, " [data-action=stay] > button"))
    page.wait_for_selector(card(docked, " .accessory .field"))
    look.see(f"{name}-drawn-docked")
    page.click(card(broken, " .toggle"))
    page.wait_for_selector(card(broken, " .live:is([data-phase=fallback], [data-phase=failed]) .banner"))
    look.see(f"{name}-drawn-failed")


def see_run(look, name, number):
    """Has an extension run again, beside its first run."""
    page = look.page
    page.click(card(number, " .toggle"))
    page.click(card(number, " .why summary"))
    page.wait_for_selector(card(number, " .run .bar"))
    page.click(card(number, " .trial button"))
    page.wait_for_selector(card(number, " .again .bar"))
    page.click(card(number, " .trial button:nth-child(2)"))
    look.wait(f"document.querySelector('{card(number, ' .trial')}').ariaBusy === 'false'")
    look.see(f"{name}-run")
    page.click(card(number, " .toggle"))


def see_ledger(look, name):
    """Looks at extensions over time, with their numbers, and at what happens."""
    page, daemon = look.page, look.daemon
    page.click("#tab-extensions")
    page.wait_for_selector(".statistic")
    page.click(".statistic summary")
    pictures = "[...document.querySelectorAll('.chart')]"
    page.evaluate(f"() => {pictures}.forEach((each) => each.scrollIntoView())")
    look.wait(f"{pictures}.every((each) => each.naturalWidth > 0)")
    look.see(f"{name}-extensions")
    page.click("#tab-log")
    daemon.push("org.example.Mail", {"aps": {"alert": {"title": "In the log"}, "thread-id": "log"}})
    look.wait("document.querySelector('#log-lines').textContent.includes('In the log')")
    look.see(f"{name}-log")
    page.click("#log-pause")
    daemon.push("org.example.Mail", {"aps": {"alert": {"title": "While it stands"}, "thread-id": "log"}})
    look.wait("document.querySelector('#log-state').textContent.includes('new lines wait')")
    look.see(f"{name}-log-paused")
    page.click("#log-pause")


def see_lost(look, name):
    """Looks at a page whose daemon does not answer, and at one beside as many as may follow the log."""
    page, status = look.page, "document.querySelector('#status').textContent"
    with look.trouble():
        look.context.set_offline(True)
        page.click("#lock")
        look.wait(f"{status}.includes('does not answer')")
        look.see(f"{name}-lost")
        look.context.set_offline(False)
        look.wait(f"{status} === ''")
        page.goto("about:blank")
        with followers(look.daemon, 64):
            look.open()
            look.wait(f"{status}.startsWith('As many pages follow')")
            look.see(f"{name}-full")
        look.wait(f"{status} === ''")


@contextlib.contextmanager
def followers(daemon, count):
    """Has so many connections follow the log meanwhile."""
    with contextlib.ExitStack() as lines:
        for number in range(count):
            lines.enter_context(contextlib.closing(follow(daemon, number)))
        yield


def follow(daemon, count):
    """Follows the log beside so many, as soon as there is room: a page that is left may be closing yet."""
    for _ in range(1200):
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(daemon.socket))
        line.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        if b" 200 " in line.recv(64):
            return line
        line.close()
        time.sleep(0.05)
    sys.exit(f"the daemon lets {count} follow the log, and no more")


def see_places(look, name):
    """Has one come as a banner, and one to the lock screen."""
    page, daemon = look.page, look.daemon
    alert = {"title": "At the door", "body": "Somebody rings."}
    daemon.push("org.example.Mail", {"aps": {"alert": alert, "thread-id": "door"}})
    page.wait_for_selector("#banner .card")
    page.click("#banner .toggle")
    look.see(f"{name}-banner")
    page.keyboard.press("Escape")
    page.click("#lock")
    daemon.push("org.example.Mail", {"aps": {"alert": alert, "thread-id": "door"}})
    page.click("#tab-lock-screen")
    page.wait_for_selector("#lock-cards .card")
    look.see(f"{name}-lock-screen")
    page.click("#lock")
    page.click("#tab-list")
    page.select_option("#filter-state", "seen")
    look.wait("document.querySelector('#groups .card')")
    look.see(f"{name}-filtered")
    page.select_option("#filter-state", "")


# Scrolls so many pixels a frame for so long, or until the list has no more.
SCROLL = """
async ([step, milliseconds]) => {
  performance.mark("scroll-begin");
  const end = performance.now() + milliseconds;
  const isHidden = (name) => document.getElementById(name).hidden;
  const isAtEnd = () => isHidden("groups-end") && (isHidden("older") || isHidden("older-more"))
    && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  while (performance.now() < end && !isAtEnd()) {
    scrollBy(0, step);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  performance.mark("scroll-end");
  const cards = [...document.querySelectorAll("#list .card")].map(({ dataset }) => Number(dataset.sequence));
  return { cards, height: scrollY, isAtEnd: isAtEnd() };
}
"""


def fill(daemon, count):
    """Pushes so many notifications over one connection, each in a thread of its own; returns their numbers."""
    numbers = []
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(daemon.socket))
        connection = http.client.HTTPConnection("localhost")
        connection.sock = line
        for number in range(count):
            alert = {"title": f"Number {number}", "body": "One of very many."}
            body = json.dumps({"aps": {"alert": alert, "thread-id": f"thread {number}"}})
            connection.request("POST", "/v1/apps/org.example.Mail/push", body)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200:
                sys.exit(f"push {number}: {answer.status}")
            numbers.append(json.loads(text)["sequence"])
    while daemon.ask("GET", f"/v1/notifications/{numbers[-1]}")["state"] != "presented":
        time.sleep(0.05)
    return numbers


def measure(look, what):
    """Prints how soon the page was drawn, of three times the middle one: where it was opened with a new code, and
    where this browser was signed in. Returns what is wrong with the second."""

    def drawn(opens):
        times = []
        for _ in range(3):
            look.page.goto("about:blank")
            opens()
            look.wait("performance.getEntriesByName('drawn').length")
            times.append(look.page.evaluate("() => performance.getEntriesByName('drawn')[0].startTime"))
        return sorted(times)[1]

    with_code = drawn(look.open)
    address = look.page.url.split("#")[0]
    signed_in = drawn(lambda: look.page.goto(address))
    print(
        f"check-web-page: {what}: drawn {signed_in:.0f} ms after its address was opened ({READY_MILLISECONDS} ms "
        f"wanted), {with_code:.0f} ms with a new code"
    )
    if signed_in <= LATEST_MILLISECONDS:
        return []
    return [f"{what}: the page was drawn after {signed_in:.0f} ms, and {LATEST_MILLISECONDS} ms are the most"]


# What the browser's trace says of frames, and the marks of SCROLL.
CATEGORIES = ["blink.user_timing", "disabled-by-default-devtools.timeline.frame"]


class Frames:
    """The frames of a trace between the marks of SCROLL."""

    def __init__(self, trace):
        events = json.loads(trace)["traceEvents"]
        begin, end = (min(each["ts"] for each in events if each["name"] == f"scroll-{word}") for word in ("begin", "end"))
        drawn, dropped = {}, {}
        for each in events:
            times = {"DrawFrame": drawn, "DroppedFrame": dropped}.get(each["name"])
            if times is not None and begin <= each["ts"] <= end:
                times.setdefault(each["args"].get("layerTreeId"), []).append(each["ts"])
        if not drawn:
            sys.exit("the browser's trace has no frame of the scrolling")
        # The page's own layers are those that move.
        tree, times = max(drawn.items(), key=lambda item: len(item[1]))
        times.sort()
        self.gaps = sorted((later - one) / 1000 for one, later in zip(times, times[1:]))
        self.rate = 1e6 * len(times) / (end - begin)
        self.dropped = len(dropped.get(tree, []))
        self.kept = len(times) / (len(times) + self.dropped)

    def __str__(self):
        gaps = self.gaps
        return (
            f"{self.rate:.0f} frames a second ({FRAMES_A_SECOND} wanted), {self.dropped} dropped, middle "
            f"{gaps[len(gaps) // 2]:.1f} ms, 95 % within {gaps[len(gaps) * 95 // 100]:.1f} ms, longest {gaps[-1]:.0f} ms"
        )


def scroll(look, step, seconds):
    """Scrolls, and prints how; returns what is drawn then, and the frames that the browser's trace has of it."""
    browser = look.context.browser
    browser.start_tracing(page=look.page, categories=CATEGORIES)
    scrolled = look.page.evaluate(SCROLL, [step, 1000 * seconds])
    frames = Frames(browser.stop_tracing())
    print(
        f"check-web-page: scrolled by {step} px a frame to {scrolled['height']:.0f} px, {len(scrolled['cards'])} cards in "
        f"the end: {frames}"
    )
    return scrolled, frames


def see_many(look, count):
    """Goes through a list of so many from its first to its last. Returns what is wrong."""
    began = time.monotonic()
    numbers = fill(look.daemon, count)
    print(f"check-web-page: {count} notifications pushed in {time.monotonic() - began:.0f} s")
    faults = measure(look, f"{count} notifications")
    look.open()
    look.page.wait_for_selector("#groups .card")
    # As a hand scrolls, and then to the end.
    _, frames = scroll(look, 60, 6)
    if frames.rate < FEWEST_FRAMES:
        faults.append(f"{frames.rate:.0f} frames a second at 60 px a frame, and {FEWEST_FRAMES:.0f} are the fewest")
    look.see("many")
    # On its way to the end the page waits for what it reads, and draws nothing new meanwhile.
    whole, frames = scroll(look, 1500, 300)
    if frames.kept * FRAMES_A_SECOND < FEWEST_FRAMES:
        faults.append(f"{frames.dropped} frames were dropped on the way to the end, {100 * (1 - frames.kept):.0f} %")
    shown = whole["cards"]
    if not whole["isAtEnd"]:
        faults.append(f"the list of {count} did not come to its end in 300 s; it has {len(shown)}")
    elif [number for number in shown if number >= numbers[0]] != numbers[::-1]:
        faults.append(f"the list does not have each of {count} once, the newest first: {len(shown)}")
    return faults


def see_older(look, name):
    """Looks at what is older than the newest of the list, of which there are very many."""
    look.open()
    look.page.wait_for_selector("#groups .card")
    while not look.page.evaluate("() => document.getElementById('older-cards').childElementCount"):
        look.page.evaluate("() => scrollBy(0, 1500)")
        time.sleep(0.05)
    look.page.evaluate("() => document.getElementById('older').scrollIntoView()")
    look.see(f"{name}-older")


def asks(daemon):
    """Has an app ask for its authorisation, and does not wait for the answer."""
    daemon.ask("PUT", "/v1/apps/org.example.Asks/authorization", {"status": "notDetermined"})
    token = daemon.ask("GET", "/v1/apps/org.example.Asks/token")["token"]
    subprocess.Popen(
        ["curl", "-sS", "--unix-socket", daemon.socket, "-H", f"Authorization: Bearer {token}", "--data-binary",
         '{"options":["alert","sound"]}', "http://localhost/v1/app/authorization"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    main()
