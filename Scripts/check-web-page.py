#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Goes through the page of a running belfryd in Chromium; Scripts/check-web-page.sh starts both.

usage: check-web-page.py FOLDER PICTURES

FOLDER has the daemon's socket `api`, what it `said`, and the apps Zoo, Stamps, Mail and Asks; PICTURES is where
pictures of the page are left. Each part of the page is looked at by axe-core and by the browser itself:
a fault, a line in its console and anything wider than the window end with 1.
"""

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
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
PRODUCTS = pathlib.Path(os.environ["BELFRY_PRODUCTS"])
ASKED = os.environ.get("BELFRY_PAGE_WIDTHS", "360 900 1600").split()
WIDTHS = {
    name: width for name, width in {"phone": 360, "tablet": 900, "desk": 1600}.items() if str(width) in ASKED
}
COUNT = int(os.environ.get("BELFRY_PAGE_COUNT", "10000"))
READY_MILLISECONDS = 300
FRAMES_A_SECOND = 60
# What no machine that is shared with others explains: a page that was made slow.
LATEST_MILLISECONDS = 3000
FEWEST_FRAMES = FRAMES_A_SECOND / 2


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
        self.page.on("console", lambda message: self.note(message))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.set_default_timeout(30_000)

    def note(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def open(self):
        if "BELFRY_PAGE_SOURCES" in os.environ:
            self.page.route("**/*", self.serve)
        self.page.goto(self.daemon.address())
        self.wait("document.documentElement.dataset.cursor")

    def wait(self, condition):
        """Waits until an expression holds: Playwright's own way is eval, which the page's policy forbids."""
        for _ in range(600):
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
    for app in ("Zoo", "Stamps", "Mail", "Asks"):
        daemon.command("install", str(daemon.folder / f"{app}.app"))
    for app in ("org.example.Zoo", "org.example.Post", "org.example.Mail"):
        daemon.command("allow", app)
    categories = []
    for plugin in ("Thermostat", "Ballot", "RedGreen", "MediaPlayer"):
        categories += json.loads((ROOT / "Plugins" / plugin / "categories.json").read_text())
    daemon.as_app("org.example.Zoo", "PUT", "/v1/app/categories", categories)
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
        daemon.push("org.example.Mail", {"aps": {"alert": {"title": f"Letter {number + 1}", "body": "It is long. " * 12}, "thread-id": "letters", "badge": number + 1}})
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
    daemon.waits_for(len(kinds) + 9)
    entries = daemon.ask("GET", "/v1/center")["notifications"]
    return {entry["content"].get("title", ""): entry["sequence"] for entry in entries} | {"stamped": stamped}


def card(number, part=""):
    return f'#groups [data-sequence="{number}"]{part}'


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
        if COUNT:
            look = Look(browser, daemon, pictures, viewport={"width": 900, "height": 900})
            faults += measure(look, "the samples")
            faults += see_many(look, COUNT)
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
    page.click(card(numbers["Letter 4"], " .toggle"))
    page.click(card(numbers["Letter 4"], " .why summary"))
    page.wait_for_selector(".outcome")
    look.see(f"{name}-explained")
    see_run(look, name, numbers["stamped"])
    page.click('[data-key="org.example.Mail"]')
    page.wait_for_selector("form.settings")
    page.click("#device-panel summary")
    page.wait_for_selector("#push-devices .setting")
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
    page.click("#sign-out")
    page.wait_for_selector("#sign-in-title")
    look.see(f"{name}-signed-out")


def see_files(look, name, numbers):
    page = look.page
    for title in ("A picture", "A picture that moves", "A sound", "A movie", "What no browser plays"):
        page.click(card(numbers[title], " .toggle"))
    look.wait("[...document.images].every((image) => image.complete)")
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


def see_run(look, name, number):
    """Has an extension run again, beside its first run."""
    page = look.page
    page.click(card(number, " .toggle"))
    page.click(card(number, " .why summary"))
    page.wait_for_selector(card(number, " .run .bar"))
    page.click(card(number, " .trial button"))
    page.wait_for_selector(card(number, " .again .bar"))
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
  const frames = [];
  let last = performance.now();
  let isOver = false;
  const watch = (now) => { frames.push(now - last); last = now; if (!isOver) requestAnimationFrame(watch); };
  requestAnimationFrame(watch);
  const end = performance.now() + milliseconds;
  const isHidden = (name) => document.getElementById(name).hidden;
  const isAtEnd = () => isHidden("groups-end") && (isHidden("older") || isHidden("older-more"))
    && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  while (performance.now() < end && !isAtEnd()) {
    scrollBy(0, step);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  isOver = true;
  const cards = [...document.querySelectorAll("#list .card")].map(({ dataset }) => Number(dataset.sequence));
  return { frames: frames.slice(1), cards, height: scrollY, isAtEnd: isAtEnd() };
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
    """Prints how soon the page was drawn, of three times the middle one. Returns what is wrong with it."""
    times = []
    for _ in range(3):
        look.open()
        look.wait("performance.getEntriesByName('drawn').length")
        times.append(look.page.evaluate("() => performance.getEntriesByName('drawn')[0].startTime"))
        look.page.goto("about:blank")
    middle = sorted(times)[1]
    print(f"check-web-page: {what}: drawn {middle:.0f} ms after its address was opened ({READY_MILLISECONDS} ms wanted)")
    if middle <= LATEST_MILLISECONDS:
        return []
    return [f"{what}: the page was drawn after {middle:.0f} ms, and {LATEST_MILLISECONDS} ms are the most"]


def scroll(look, step, seconds):
    """Scrolls, and prints how; returns what is drawn then, and how many frames a second there were."""
    scrolled = look.page.evaluate(SCROLL, [step, 1000 * seconds])
    frames = sorted(scrolled["frames"])
    rate = 1000 * len(frames) / sum(frames)
    print(
        f"check-web-page: scrolled by {step} px a frame to {scrolled['height']:.0f} px, {len(scrolled['cards'])} cards in "
        f"the end: {rate:.0f} frames a second ({FRAMES_A_SECOND} wanted), middle {frames[len(frames) // 2]:.1f} ms, "
        f"95 % within {frames[len(frames) * 95 // 100]:.1f} ms, longest {frames[-1]:.0f} ms"
    )
    return scrolled, rate


def see_many(look, count):
    """Goes through a list of so many from its first to its last. Returns what is wrong."""
    began = time.monotonic()
    numbers = fill(look.daemon, count)
    print(f"check-web-page: {count} notifications pushed in {time.monotonic() - began:.0f} s")
    faults = measure(look, f"{count} notifications")
    look.open()
    look.page.wait_for_selector("#groups .card")
    # As a hand scrolls, and then to the end.
    _, rate = scroll(look, 60, 6)
    if rate < FEWEST_FRAMES:
        faults.append(f"{rate:.0f} frames a second at 60 px a frame, and {FEWEST_FRAMES:.0f} are the fewest")
    look.see("many")
    whole, _ = scroll(look, 1500, 300)
    shown = whole["cards"]
    if not whole["isAtEnd"]:
        faults.append(f"the list of {count} did not come to its end in 300 s; it has {len(shown)}")
    elif [number for number in shown if number >= numbers[0]] != numbers[::-1]:
        faults.append(f"the list does not have each of {count} once, the newest first: {len(shown)}")
    return faults


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
