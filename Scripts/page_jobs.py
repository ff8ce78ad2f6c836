# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""The jobs that a user does with the page: check-web-page.py has them done at each width.

Each job clicks and types in the browser, and then asks the daemon what came of it. Most of them are about an
app of their own, which is installed before the first job and removed after the last one. So a job at the next
width finds the daemon as the first one found it, but for the clock, which goes on.
"""

import contextlib
import datetime
import json
import pathlib
import subprocess
import sys
import time
import uuid

from playwright.sync_api import Error

ROOT = pathlib.Path(__file__).resolve().parent.parent
APP = "org.example.Chores"
MAIL = "org.example.Mail"
ZOO = "org.example.Zoo"
DO_NOT_DISTURB = "Do Not Disturb"
OPENING = "com.apple.UNNotificationDefaultActionIdentifier"
CATEGORIES = [
    {
        "identifier": "chore",
        "actions": [
            {"identifier": "done", "title": "Done", "options": ["authenticationRequired"]},
            {"identifier": "answer", "title": "Answer", "textInput": {"buttonTitle": "Send", "placeholder": "Text"}},
        ],
    }
]


def card(number, part=""):
    return f'#groups [data-sequence="{number}"]{part}'


class User:
    """Who does the jobs: a hand at the page, and an ear at the daemon."""

    def __init__(self, look, name, numbers):
        self.look = look
        self.page = look.page
        self.daemon = look.daemon
        self.name = name
        self.numbers = numbers
        self.job = ""

    # What is so.

    def expect(self, sentence, is_so):
        """Notes a fault where something is not so."""
        if not is_so:
            self.look.faults.append(f"{self.name}: {self.job}: this is not so: {sentence}")

    def until(self, sentence, holds):
        """Waits until something is so, half a minute at most."""
        for _ in range(600):
            if holds():
                return
            time.sleep(0.05)
        sys.exit(f"this never came to be: {sentence}")

    def entry(self, number):
        return self.daemon.ask("GET", f"/v1/notifications/{number}")

    def until_state(self, number, *states):
        self.until(f"{number} is {' or '.join(states)}", lambda: self.entry(number)["state"] in states)
        return self.entry(number)

    def until_gone(self, number):
        """Waits until the page lists a notification no more."""
        self.look.wait(f"!document.querySelector('{card(number)}')")

    def app(self):
        return self.daemon.ask("GET", f"/v1/apps/{APP}")

    def device(self):
        return self.daemon.ask("GET", "/v1/device")

    def sender_device(self, name="main"):
        """Returns one of the devices that senders push to."""
        return next(each for each in self.daemon.ask("GET", "/v1/devices")["devices"] if each["name"] == name)

    def now(self):
        """Returns the time of the virtual clock."""
        return datetime.datetime.fromisoformat(self.daemon.ask("GET", "/v1/clock")["now"])

    def titled(self, title):
        """Returns all of the app's notifications with a title, the newest first."""
        known = self.daemon.ask("GET", f"/v1/notifications?app={APP}")["notifications"]
        return [each for each in known if each["content"].get("title") == title]

    # What comes.

    def push(self, title, **aps):
        """Sends a push to the app, in a thread of its own, so that the list shows its card."""
        alert = {"title": title, "body": "It is to be done today."}
        return self.daemon.push(APP, {"aps": {"alert": alert, "thread-id": title, **aps}})

    def show(self, title, **aps):
        """Sends a push, and waits until the page lists it."""
        number = self.push(title, **aps)
        self.look.wait(f"document.querySelector('{card(number)}')")
        return number

    def surfaces(self, title):
        """Returns where a push with a sound comes."""
        return self.entry(self.show(title, sound="default"))["presentation"]["surfaces"]

    @contextlib.contextmanager
    def process(self):
        """Listens as a process of the app does; gives a function that waits for the next event of a kind."""
        with subprocess.Popen(
            [*self.as_app("/v1/app/events"), "-N", "--max-time", "60"], stdout=subprocess.PIPE, text=True
        ) as line:
            try:
                self.until("the app listens", lambda: self.app()["program"]["state"] == "listening")
                yield lambda kind: heard(line.stdout, kind)
            finally:
                line.terminate()
        self.until("the app listens no more", lambda: self.app()["program"]["state"] != "listening")

    def as_app(self, path):
        """Returns the command by which the app itself asks the daemon for something."""
        token = self.daemon.ask("GET", f"/v1/apps/{APP}/token")["token"]
        words = ["curl", "-sS", "--unix-socket", self.daemon.socket, "-H", f"Authorization: Bearer {token}"]
        return [*words, f"http://localhost{path}"]

    def response(self):
        """Returns what the app is told that the user did, and acknowledges it as the app."""
        with self.process() as told:
            response = told("response")
            self.daemon.as_app(APP, "POST", f"/v1/app/responses/{response['number']}/acknowledgement", None)
        return response

    # What the hand does.

    def expand(self, number, place="#groups"):
        self.page.click(f'{place} [data-sequence="{number}"] > .toggle')

    def filter(self, state):
        self.page.select_option("#filter-state", state)

    def restore(self, number):
        """Restores what the history has, and waits until that has left it."""
        self.expand(number, "#ended")
        self.page.click(f'#ended [data-sequence="{number}"] .restore')
        self.until_state(number, "presented")
        self.look.wait(f"!document.querySelector('#ended [data-sequence=\"{number}\"]')")

    @contextlib.contextmanager
    def chosen(self, app):
        """Has the page show one app alone, with its settings."""
        self.page.click(f'#apps [data-key="{app}"]')
        self.page.wait_for_selector(f'form.settings[aria-label$="{app}"]')
        yield
        self.page.click('#apps [data-key="all"]')

    def choose_setting(self, key, value):
        """Chooses one of a setting's words, in the app's settings."""
        with self.chosen(APP):
            self.page.select_option(f"form.settings [data-key={key}]", value)
            self.until(f"{key} is {value}", lambda: self.app()["settings"][key] == value)

    def turn_setting(self, key, value):
        """Turns a switch of the app's settings."""
        with self.chosen(APP):
            self.page.click(f"form.settings [data-key={key}]")
            self.until(f"{key} is {value}", lambda: self.app()["settings"][key] == value)

    @contextlib.contextmanager
    def panel(self):
        """Opens the panel of the device, and closes it again."""
        self.page.click("#device-panel summary")
        self.page.wait_for_selector('#push-devices [data-key="online main"]')
        yield
        self.page.click("#device-panel summary")

    def turn(self, key, sentence, holds):
        """Clicks a control of the device's panel, and waits for what that changes."""
        self.page.click(f'#device-panel [data-key="{key}"]')
        self.until(sentence, holds)

    def select(self, key, value, sentence, holds):
        """Chooses a word of the device's panel, and waits for what that changes."""
        self.page.select_option(f'#device-panel [data-key="{key}"]', value)
        self.until(sentence, holds)

    def move_clock(self, title):
        """Clicks a step of the clock, and waits until the daemon has taken it."""
        with self.page.expect_response(lambda answer: answer.url.endswith("/v1/clock")):
            self.page.click(f'#device-panel [data-key="{title}"]')

    def go_on_until(self, sentence, holds):
        """Has the clock go to what is due next, and on, until something is so."""
        for _ in range(40):
            if holds():
                return
            self.move_clock("To what is due next")
        sys.exit(f"this is never due: {sentence}")

    def leave_front(self):
        """Takes the app away from the front of the device."""
        with self.panel():
            self.select("front", "", "no app is in front", lambda: "foregroundApp" not in self.device())

    def write(self, payload, device="main", **headers):
        """Fills the form for pushes; a header that is not named stays empty."""
        self.page.click("#tab-push")
        self.page.select_option("#push-app", APP)
        self.page.select_option("#push-device", device)
        self.page.fill("#push-payload", json.dumps(payload))
        for name in ("type", "priority", "expiration", "collapse", "id"):
            self.page.fill(f"#push-{name}", str(headers.get(name, "")))

    def send(self, title, **headers):
        """Sends a push with the form; returns its number, and what the form says of it."""
        self.write({"aps": {"alert": {"title": title}, "thread-id": title}}, **headers)
        before = self.page.text_content("#push-answer")
        self.page.click("#push-send")
        self.until("the form says what became of it", lambda: self.page.text_content("#push-answer") != before)
        said = self.page.text_content("#push-answer")
        if not said.startswith("Notification "):
            sys.exit(f"the push was not taken: {said}")
        return int(said.split()[1].strip(":")), said

    def step(self, name):
        """Waits until the form for pushes tells of a step of the push that was sent last."""
        self.page.wait_for_selector(f"#push-steps [data-step={name}]")

    def save(self, click, name):
        """Clicks what saves a file; returns its path, and its name in the browser."""
        with self.page.expect_download() as download:
            self.page.click(click)
        path = self.daemon.folder / f"{self.name}-{name}"
        download.value.save_as(path)
        return path, download.value.suggested_filename


def heard(lines, kind):
    """Reads server-sent events until one is of a kind; returns what it says."""
    name = ""
    for text in lines:
        key, _, value = text.rstrip("\n").partition(": ")
        if key == "event":
            name = value
        elif key == "data" and name == kind:
            return json.loads(value)
    return sys.exit(f"within a minute the app is told no {kind}")


# Dismissals and the history.


def undo_and_restore_a_dismissal(user):
    page = user.page
    kept, gone = user.show("Water the plants"), user.show("Feed the cat")
    page.click(card(kept, " > .close"))
    user.until_gone(kept)
    page.click("#undo-button")
    page.wait_for_selector(card(kept))
    # The daemon is told of this one after five seconds: of the other it would have been told before.
    page.click(card(gone, " > .close"))
    user.until_state(gone, "removed")
    user.expect("an undone dismissal leaves its notification alone", user.entry(kept)["state"] == "presented")
    page.click("#tab-history")
    user.restore(gone)
    page.click("#tab-list")
    page.wait_for_selector(card(gone))


def restore_what_was_dropped(user):
    """The app's extension drops what is about prizes, by Plugins/DesktopTidyInC/drop.txt."""
    number = user.push("Win a prize", **{"mutable-content": 1})
    user.until_state(number, "dropped")
    user.filter("dropped")
    user.restore(number)
    user.filter("")
    user.page.click("#tab-list")
    user.page.wait_for_selector(card(number))


# The list.


def filter_by_state(user):
    read, unread = user.show("Read"), user.show("Unread")
    user.expand(read)
    user.until_state(read, "seen")
    # A card that is expanded stays, whatever is asked for.
    user.expand(read)
    for state, shown, hidden in (("seen", read, unread), ("presented", unread, read)):
        user.filter(state)
        user.look.wait(f"document.querySelector('{card(shown)}')")
        user.until_gone(hidden)
    user.filter("")


def search(user):
    page, look = user.page, user.look
    number = user.show("Buy Crème brûlée")
    page.focus(card(number, " > .toggle"))
    page.keyboard.press("/")
    look.wait("document.activeElement.id === 'search-field'")
    page.keyboard.type("creme bru")
    page.wait_for_selector(f'#found-cards [data-sequence="{number}"]')
    page.keyboard.press("ArrowDown")
    look.wait("document.activeElement.matches('#found-cards .toggle')")
    page.fill("#search-field", "creme bru caramel")
    look.wait("document.querySelector('#search-status').textContent.startsWith('No notification has')")
    page.focus("#search-field")
    page.keyboard.press("Escape")
    look.wait("document.querySelector('#found').hidden && !document.querySelector('#search-field').value")


def work_by_keyboard(user):
    page, look = user.page, user.look
    first, second, _ = (user.show(f"Chore {number}") for number in (1, 2, 3))
    is_second = f"document.activeElement === document.querySelector('{card(second, ' > .toggle')}')"
    page.focus(card(first, " > .toggle"))
    page.keyboard.press("ArrowUp")
    look.wait(is_second)
    page.keyboard.press("Delete")
    user.until_gone(second)
    page.keyboard.press("Control+z")
    look.wait(is_second)
    page.keyboard.press("Enter")
    user.until_state(second, "seen")
    page.keyboard.press("Enter")
    page.focus("#tab-list")
    for key, tab in (("ArrowRight", "lock-screen"), ("ArrowLeft", "list")):
        page.keyboard.press(key)
        look.wait(f"!document.querySelector('#{tab}').hidden && document.activeElement.id === 'tab-{tab}'")


def open_a_group(user):
    """Three of one thread are one group, whose line shows them all and hides them again."""
    page = user.page
    numbers = [user.push("Laundry") for _ in range(3)]
    group = '#groups .group[aria-label="Chores, Laundry"]'
    user.look.wait(f"document.querySelector('{group} .count')?.textContent === '3'")
    user.look.wait(f"document.querySelector('{card(numbers[2])}')")
    page.click(f"{group} .rest")
    for number in numbers:
        page.wait_for_selector(card(number))
    page.click(f"{group} .rest")
    user.until_gone(numbers[0])


def follow_from_two_pages(user):
    """A second page of the browser shows the same, and what is dismissed there leaves the first as it is left."""
    other = user.look.context.new_page()
    other.goto(user.page.url)
    number = user.show("On both pages")
    other.click(card(number, " > .close"))
    other.goto("about:blank")
    user.until_state(number, "removed")
    user.until_gone(number)
    other.close()


# What the app is told.


def answer(user):
    page = user.page
    number = user.show("Who cooks?", category="chore")
    user.expand(number)
    page.click(card(number, " [data-action=answer] > button"))
    page.keyboard.type("I do.")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("At eight.")
    page.keyboard.press("Enter")
    user.until_gone(number)
    told = user.response()
    user.expect(f"the app gets the reply: {told}", (told["action"], told.get("text")) == ("answer", "I do.\nAt eight."))


def open_the_app(user):
    number = user.show("Open me")
    user.expand(number)
    user.page.click(card(number, f' [data-action="{OPENING}"] > button'))
    user.until_gone(number)
    user.expect("the app is told that it is opened", user.response()["action"] == OPENING)


def show_an_app_in_front(user):
    """An app that is in front is asked how its notification is to be shown."""
    with user.panel(), user.process() as told:
        user.select("front", APP, "the app is in front", lambda: user.device().get("foregroundApp") == APP)
        number = user.push("In front")
        path = f"/v1/app/notifications/{told('present')['sequence']}/presentation"
        user.daemon.as_app(APP, "POST", path, {"options": ["list"]})
        shown = user.until_state(number, "presented")["presentation"]["surfaces"]
        user.expect(f"it is in the list alone: {shown}", shown == ["list"])
    user.leave_front()


def use_an_extension_that_draws(user):
    page = user.page
    payload = (ROOT / "Plugins/Thermostat/payload.apns").read_text()
    with user.chosen(ZOO):
        number = user.daemon.push(ZOO, payload)
        page.wait_for_selector(card(number))
        user.expand(number)
        page.wait_for_selector(card(number, " .live[data-phase=open]"))
        says = f"document.querySelector('{card(number, ' .stage')}').textContent.includes"
        page.press(card(number, " .stage .range"), "Home")
        user.look.wait(f"{says}('5.0 °C')")
        page.click(card(number, " .stage .switch"))
        user.look.wait(f"{says}('off')")
        # The extension answers this action itself, and lets the next one through.
        page.click(card(number, " [data-action=boost] > button"))
        user.look.wait(f"{says}('7.0 °C')")
        page.click(card(number, " [data-action=schedule] > button"))
        user.until_gone(number)
    told = user.daemon.ask("GET", f"/v1/notifications/{number}/explanation").get("response", {})
    user.expect(f"the app gets what the extension lets through: {told}", told.get("action") == "schedule")


# Files, and why it came out so.


def use_files(user):
    page, numbers = user.page, user.numbers
    moving, sound, unknown = (numbers[title] for title in ("A picture that moves", "A sound", "What no browser plays"))
    with user.chosen(MAIL):
        for number in (moving, sound, unknown):
            user.expand(number)
        page.click(card(moving, " .pause"))
        page.wait_for_selector(card(moving, " canvas.picture"))
        page.click(card(moving, " .pause"))
        page.wait_for_selector(card(moving, " img.picture"))
        page.focus(card(sound, " audio"))
        page.keyboard.press("Space")
        user.look.wait(f"document.querySelector('{card(sound, ' audio')}').currentTime > 0")
        page.keyboard.press("Space")
        saved, _ = user.save(card(unknown, " .row a"), "saved")
        is_same = saved.read_bytes() == (user.daemon.folder / "not-a-picture.avi").read_bytes()
        user.expect("a file is saved as it was sent", is_same)
        for number in (moving, sound, unknown):
            user.expand(number)


def explain_and_record_a_run(user):
    """The page says what `belfry explain` prints, and `belfry replay` takes the recording that it saves."""
    page = user.page
    number = user.show("Tidy up", **{"mutable-content": 1})
    path = f"/v1/notifications/{number}/explanation"
    user.until("the run has its report", lambda: "report" in user.daemon.ask("GET", path)["runs"][0])
    user.expand(number)
    page.click(card(number, " .why > summary"))
    page.wait_for_selector(card(number, " .run .bar"))
    outcome = page.text_content(card(number, " .outcome"))
    printed = user.daemon.command("explain", str(number))
    user.expect(f"`belfry explain` prints: {outcome}", outcome in " ".join(printed.split()))
    page.click(card(number, " .trial button:nth-child(1)"))
    page.wait_for_selector(card(number, " .again .bar"))
    user.expect("a run that is made again shows nothing", len(user.titled("Tidy up")) == 1)
    path, _ = user.save(card(number, " .trial button:nth-child(2)"), "recorded.run")
    user.daemon.command("replay", str(path))


# What the user lets the app do.


def allow_an_app_that_asks(user):
    """The app waits for the user's answer; once it may notify, it shows its own settings."""
    user.daemon.ask("PUT", f"/v1/apps/{APP}/authorization", {"status": "notDetermined"})
    wanted = {"options": ["alert", "sound", "badge", "providesAppNotificationSettings"]}
    words = [*user.as_app("/v1/app/authorization"), "--data-binary", json.dumps(wanted)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as asking:
        user.page.click(".prompt .main")
        told = json.loads(asking.communicate(timeout=60)[0])
    user.expect(f"the app is told that it may notify: {told}", told["granted"] is True)
    with user.process() as heard_by_app, user.chosen(APP):
        user.page.click("[data-key=own-settings]")
        heard_by_app("settings")
    user.leave_front()


def deny_and_allow(user):
    page = user.page

    def answer_with(status):
        with user.chosen(APP):
            page.select_option("form.settings [data-key=authorization]", status)
            user.until(f"the app is {status}", lambda: user.app()["authorization"] == status)

    answer_with("denied")
    user.until_state(user.push("Denied"), "dropped")
    answer_with("provisional")
    number = user.show("Quiet", sound="default")
    shown = user.entry(number)["presentation"]["surfaces"]
    user.expect(f"an app that notifies quietly is in the list alone: {shown}", shown == ["list"])
    user.expand(number)
    page.click(card(number, " [data-action=keep] > button"))
    user.until("the app is kept", lambda: user.app()["authorization"] == "authorized")
    user.expect("what an allowed app sends makes a sound", "sound" in user.surfaces("Kept"))


def turn_switches(user):
    user.turn_setting("sound", "disabled")
    user.expect("it makes no sound without sounds", "sound" not in user.surfaces("Silent"))
    user.turn_setting("sound", "enabled")
    user.expect("it makes a sound with sounds", "sound" in user.surfaces("Loud"))
    user.turn_setting("filtering", "disabled")
    user.show("Win a prize that is shown", **{"mutable-content": 1})
    user.turn_setting("filtering", "enabled")


def choose_styles(user):
    """A persistent banner stays until it is hidden, and a temporary one leaves by itself."""
    page, look = user.page, user.look
    user.choose_setting("alertStyle", "alert")
    number = user.push("Stays")
    page.wait_for_selector(f'#banner [data-sequence="{number}"]')
    page.click("#banner .hide")
    look.wait("document.querySelector('#banner').hidden")
    user.expect("a banner that was hidden leaves its notification unread", user.entry(number)["state"] == "presented")
    user.choose_setting("alertStyle", "banner")
    page.mouse.move(0, 0)
    number = user.push("Passes")
    page.wait_for_selector(f'#banner [data-sequence="{number}"]')
    look.wait("document.querySelector('#banner').hidden")
    user.choose_setting("alertStyle", "none")
    shown = user.surfaces("Without a banner")
    user.expect(f"without a style it comes as no banner: {shown}", "banner" not in shown)


def choose_grouping(user):
    user.show("One thread")
    user.show("Another thread")
    for grouping, holds in (("byApp", "=== 1"), ("off", "> 1"), ("automatic", "> 1")):
        user.choose_setting("grouping", grouping)
        with user.chosen(APP):
            user.look.wait(f"document.querySelectorAll('#groups .group').length {holds}")


def hide_previews(user):
    """A locked device hides what is said, on the list and on the lock screen, and waits with the action."""
    page, look = user.page, user.look
    says = "document.body.textContent.includes('Secret plan')"
    done = " [data-action=done] > button"
    user.choose_setting("showPreviews", "whenAuthenticated")
    # The list names the threads of what it hides.
    number = user.show("Secret plan", category="chore", **{"thread-id": "plan"})
    look.wait(says)
    page.click("#lock")
    user.until("the device is locked", lambda: user.device()["lock"] == "locked")
    look.wait(f"!{says}")
    user.expand(number)
    look.wait(f"document.querySelector('{card(number, done)}').disabled")
    page.click("#tab-lock-screen")
    later = user.push("Secret plan of later", **{"thread-id": "later"})
    page.wait_for_selector(f'#lock-cards [data-sequence="{later}"]')
    user.expect("the lock screen hides what comes", not page.evaluate(says))
    page.click("#lock")
    look.wait(says)
    page.click("#tab-list")
    page.click(card(number, done))
    user.until_gone(number)
    user.expect("the app is told of the action", user.response()["action"] == "done")
    user.choose_setting("showPreviews", "always")


# The device.


def use_what_is_connected(user):
    with user.panel():
        user.turn("mute", "the device is muted", lambda: user.device()["isMuted"])
        user.expect("a muted device makes no sound", "sound" not in user.surfaces("Muted"))
        user.turn("mute", "the device is not muted", lambda: not user.device()["isMuted"])
        for count, key in enumerate(("carPlay", "headphones"), 1):
            user.turn(key, f"{key} is connected", lambda: len(user.device()["accessories"]) == count)
        for count, key in ((1, "carPlay"), (0, "headphones")):
            user.turn(key, f"{key} is away", lambda: len(user.device()["accessories"]) == count)


def focus(user):
    """A Focus keeps the app quiet until the app's settings let it through; the panel takes that back."""
    key = f"through {APP}"
    with user.panel():
        user.select("focus", DO_NOT_DISTURB, "a Focus is on", lambda: "focus" in user.device())
        user.expect("the Focus keeps it quiet", "sound" not in user.surfaces("Hushed"))
        with user.chosen(APP):
            user.page.click(f'form.settings [data-key="through {DO_NOT_DISTURB}"]')
            user.until("the app comes through", lambda: APP in user.device()["focus"]["allowedApps"])
        user.expect("it comes through the Focus", "sound" in user.surfaces("Let through"))
        user.turn(key, "the app is kept quiet", lambda: APP not in user.device()["focus"]["allowedApps"])
        user.select("focus", "", "no Focus is on", lambda: "focus" not in user.device())


def schedule_do_not_disturb(user):
    """Do Not Disturb goes on and off by itself at the hours that the user writes."""
    page = user.page
    with user.panel():
        user.turn("schedule", "there are hours", lambda: "focusSchedule" in user.device())
        for key, hours in (("from", 1), ("to", 2)):
            text = (user.now() + datetime.timedelta(hours=hours)).strftime("%H:%M")
            page.fill(f"[data-key=schedule-{key}]", text)
            user.until(f"{key} is {text}", lambda: hours_of(user)[key] == text)
        for count in (6, 7):
            user.turn("schedule sunday", f"there are {count} days", lambda: len(hours_of(user)["weekdays"]) == count)
        user.go_on_until("Do Not Disturb goes on", lambda: "focus" in user.device())
        user.expect("it is quiet in these hours", "sound" not in user.surfaces("At night"))
        user.go_on_until("Do Not Disturb goes off", lambda: "focus" not in user.device())
        user.turn("schedule", "there are no hours", lambda: "focusSchedule" not in user.device())


def hours_of(user):
    return user.device()["focusSchedule"]


def let_time_pass(user):
    """What is scheduled comes as the clock is moved on."""
    with user.panel():
        for title, seconds in (("1 minute on", 60), ("1 hour on", 3600), ("1 day on", 86_400)):
            trigger = {"kind": "timeInterval", "seconds": seconds}
            body = {"identifier": title, "content": {"title": title}, "trigger": trigger}
            user.daemon.ask("POST", f"/v1/apps/{APP}/requests", body)
            user.expect(f"what waits for {title} has not come", not user.titled(title))
            user.move_clock(title)
            user.until(f"what waits for {title} has come", lambda: user.titled(title))


def go_to_a_place(user):
    """The request notifies as the device comes to its region, and as the device leaves it."""
    page, look = user.page, user.look
    region = {"identifier": "work", "latitude": 10, "longitude": 11, "radius": 100}
    trigger = {"kind": "location", "region": region, "repeats": True}
    body = {"identifier": "work", "content": {"title": "At work"}, "trigger": trigger}
    user.daemon.ask("POST", f"/v1/apps/{APP}/requests", body)
    place = "document.querySelector('#place').textContent"
    with user.panel():
        for count, name in enumerate(("Elsewhere", "work", "Elsewhere")):
            said = {"Elsewhere": "in no region.", "work": "in work."}[name]
            page.click(f'[aria-label="Go to {name}"]')
            look.wait(f"{place}.endsWith('{said}')")
            user.until(f"it has notified {count} times", lambda: len(user.titled("At work")) == count)


# Devices of senders, and the form for pushes.


def is_online(user):
    return user.sender_device()["isOnline"]


def push_to_a_device_that_is_offline(user):
    """What is pushed waits, and comes as the device is online again; what waits too long does not come."""
    with user.panel():
        user.turn("online main", "the device is offline", lambda: not is_online(user))
    number, _ = user.send("Waits for its device")
    user.step("stored")
    with user.panel():
        user.look.wait("document.querySelector('#push-devices').textContent.includes('1 wait for main')")
        user.turn("online main", "the device is online", lambda: is_online(user))
    user.until_state(number, "presented")
    user.step("presented")
    with user.panel():
        user.turn("online main", "the device is offline", lambda: not is_online(user))
    number, _ = user.send("Waits too long", expiration=int(user.now().timestamp()) + 600)
    with user.panel():
        user.move_clock("1 hour on")
        user.turn("online main", "the device is online", lambda: is_online(user))
    user.until_state(number, "expired")
    user.filter("expired")
    user.page.wait_for_selector(f'#ended [data-sequence="{number}"]')
    user.filter("")


def push_to_a_device_that_saves_power(user):
    with user.panel():
        user.select("power main", "low", "the device saves power", lambda: user.sender_device()["power"] == "low")
    now, _ = user.send("At once", priority=10)
    later, _ = user.send("When it is charged", priority=5)
    user.until_state(now, "presented")
    user.step("stored")
    with user.panel():
        user.select("power main", "charging", "it is charged", lambda: user.sender_device()["power"] == "charging")
    user.until_state(later, "presented")


def push_with_headers(user):
    """A second push of a collapse identifier replaces the first, and one of an apns-id is there already."""
    first, _ = user.send("Kettle", collapse="kettle")
    second, _ = user.send("Kettle again", collapse="kettle")
    user.until_state(second, "presented")
    user.until_state(first, "collapsed")
    user.filter("collapsed")
    user.page.wait_for_selector(f'#ended [data-sequence="{first}"]')
    user.filter("")
    identifier = str(uuid.uuid4())
    once, _ = user.send("Once", id=identifier)
    twice, said = user.send("Twice", id=identifier)
    user.expect(f"the second is known: {said}", twice == once and "was there already" in said)


def keep_a_payload(user):
    """A payload is saved under a name, is there after the page was loaded again, and is deleted."""
    page = user.page
    payload = {"aps": {"alert": {"title": "Saved"}}}
    user.write(payload, device="tablet", collapse="saved")
    page.fill("#push-name", "Kettle")
    page.click("#push-save")
    page.wait_for_selector('[aria-label="Load Kettle"]')
    open_form_anew(user)
    page.click('[aria-label="Load Kettle"]')
    user.look.wait("document.querySelector('#push-payload').value.includes('Saved')")
    fields = [page.input_value(f"#push-{name}") for name in ("app", "device", "payload", "collapse")]
    user.expect(f"all of it is there again: {fields}", fields == [APP, "tablet", json.dumps(payload), "saved"])
    page.click('[aria-label="Delete Kettle"]')
    open_form_anew(user)
    user.expect("what was deleted is gone", page.locator("#push-saved li").count() == 0)


def open_form_anew(user):
    """Loads the page again, and waits until the form for pushes has its apps and devices."""
    user.page.reload()
    user.page.click("#tab-push")
    user.look.wait("document.querySelector('#push-check').textContent === 'It would be taken.'")
    user.look.wait("document.querySelector('#push-device').options.length === 2")


def export_a_push(user):
    """`belfry push` takes the file that the form exports, and a shell the command."""
    page = user.page
    user.write({"aps": {"alert": {"title": "From a file"}}})
    page.fill("#push-name", "Kettle")
    path, name = user.save("#push-export", "kettle.apns")
    user.expect(f"the file has the payload's name: {name}", name == "Kettle.apns")
    exported = json.loads(path.read_text())
    user.expect(f"the file names its app: {exported}", exported["Simulator Target Bundle"] == APP)
    user.daemon.command("push", str(path))
    user.until("the file's push is shown", lambda: user.titled("From a file"))
    title = "Ada's $HOME `id` \\ \"quoted\""
    user.write({"aps": {"alert": {"title": title}}}, collapse="it's one word")
    page.click("#push-curl")
    user.look.wait("document.querySelector('#push-command').value")
    made = subprocess.run(["sh", "-c", page.input_value("#push-command")], capture_output=True, text=True, check=True)
    number = json.loads(made.stdout)["sequence"]
    shown = user.until_state(number, "presented")["content"]["title"]
    user.expect(f"the shell has sent the title as it was written: {shown}", shown == title)


# The ledger, and the end.


def read_the_extensions(user):
    page = user.page
    page.click("#tab-extensions")
    page.select_option("#statistics-span", "week")
    user.look.wait("document.querySelector('.statistic .chart')?.src.includes('span=week')")
    page.click('.statistic[aria-label="Chores"] summary')
    told = user.daemon.ask("GET", "/v1/extensions/statistics?span=week")["extensions"]
    runs = next(each["all"]["runs"] for each in told if each["app"] == APP)
    shown = page.text_content('.statistic[aria-label="Chores"] tbody tr:last-child td')
    user.expect(f"the runs are {runs}: {shown}", shown == f"{runs:,}")


def hold_the_log(user):
    page, look = user.page, user.look
    lines = "document.querySelector('#log-lines')"
    page.click("#tab-log")
    page.click("#log-clear")
    look.wait(f"{lines}.childElementCount === 0")
    page.click("#log-pause")
    user.show("While it stands")
    look.wait("document.querySelector('#log-state').textContent.includes('new lines wait')")
    user.expect("a log that stands has no new line", page.evaluate(f"{lines}.childElementCount") == 0)
    page.click("#log-pause")
    look.wait(f"{lines}.textContent.includes('While it stands')")
    page.click("#tab-list")


def sign_out(user):
    """The session has ended: the page is not let in when it is loaded again."""
    page = user.page
    with user.look.trouble():
        page.click("#sign-out")
        page.wait_for_selector("#sign-in-title")
        page.reload()
        page.wait_for_selector("#sign-in-title")
    user.expect("nothing of the list is left", page.locator("#groups .card").count() == 0)


JOBS = (
    undo_and_restore_a_dismissal, restore_what_was_dropped, filter_by_state, search, work_by_keyboard, open_a_group,
    follow_from_two_pages, answer, open_the_app, show_an_app_in_front, use_an_extension_that_draws, use_files,
    explain_and_record_a_run, allow_an_app_that_asks, deny_and_allow, turn_switches, choose_styles, choose_grouping,
    hide_previews, use_what_is_connected, focus, schedule_do_not_disturb, let_time_pass, go_to_a_place,
    push_to_a_device_that_is_offline, push_to_a_device_that_saves_power, push_with_headers, keep_a_payload,
    export_a_push, read_the_extensions, hold_the_log, sign_out,
)


def do_all(look, name, numbers):
    """Has each job done; `numbers` are those of the notifications that check-web-page.py has sent."""
    daemon = look.daemon
    daemon.command("install", str(daemon.folder / "Chores.app"))
    daemon.command("allow", APP)
    daemon.as_app(APP, "PUT", "/v1/app/categories", CATEGORIES)
    # No banner is over what a job is about to click.
    daemon.ask("PATCH", f"/v1/apps/{APP}/settings", {"alertStyle": "none"})
    look.open()
    user = User(look, name, numbers)
    for job in JOBS:
        user.job = job.__name__.replace("_", " ")
        try:
            job(user)
        except (Error, SystemExit) as failure:
            look.page.screenshot(path=look.pictures / f"{name}-job.png")
            sys.exit(f"{name}: {user.job}: {failure}")
    daemon.command("remove", APP)
    print(f"check-web-page: {name}: {len(JOBS)} jobs are done")
