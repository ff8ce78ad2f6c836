// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A content extension by belfry-extension. What goes wrong in it is in the payload's "act"; before
//! there is a payload, in the end of the bundle's identifier.

use belfry_extension::{
    content_extension, log, Anchor, Bundle, Center, Color, ContentExtension, Failure, Json,
    LogLevel, MediaButton, Notification, Response, ResponseCompletion, ResponseOption, TextEvent,
    TextRun, Ui, View,
};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Panics when it is dropped.
struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        panic!("the file is not closed");
    }
}

/// Captured by a handler, whose end it logs.
struct LogsItsEnd;

impl LogsItsEnd {
    fn word(&self) -> &'static str {
        "released"
    }
}

impl Drop for LogsItsEnd {
    fn drop(&mut self) {
        log(LogLevel::Info, "the handler is dropped");
    }
}

/// Whether the bundle's identifier, which a test chooses, ends with a word.
fn is_named(word: &str) -> bool {
    Bundle::current().map_or(false, |bundle| bundle.identifier.ends_with(word))
}

/// A static, so that the compiler cannot know that nobody looks into it.
static MEMORY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Whether it was told of its CPU time.
static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Takes seven eighths of 24 MB, and CPU time until it is told of that: half of the time is for the
/// thread that tells it.
fn come_under_pressure() {
    let turn = Duration::from_millis(1);
    *MEMORY.lock().unwrap() = vec![1; 21 << 20];
    while !IS_PRESSED.load(Ordering::SeqCst) {
        let begin = Instant::now();
        while begin.elapsed() < turn {}
        thread::sleep(turn);
    }
}

struct RustContent {
    label: View,
    note: View,
    toggle: View,
    act: String,
    kept: Option<ResponseCompletion>,
}

/// Nobody drops it: the process of an extension just ends.
impl Drop for RustContent {
    fn drop(&mut self) {
        panic!("it is dropped");
    }
}

impl RustContent {
    fn touched(&self) {
        assert!(self.act != "fails in handlers", "no such value");
    }
}

impl ContentExtension for RustContent {
    fn start() -> Result<Self, Failure> {
        if is_named("FailsInDestructor") {
            drop(Loud);
        }
        let _file = is_named("FailsTwice").then(|| Loud);
        if is_named("FailsInStart") || is_named("FailsTwice") {
            panic!("the key file is missing; put it into the bundle");
        }
        let none = View::NONE;
        Ok(RustContent { label: none, note: none, toggle: none, act: String::new(), kept: None })
    }

    fn load(&mut self, ui: Ui) -> Result<(), Failure> {
        let root = ui.root();
        let width = root.frame()?.width;
        self.label =
            View::label().text("nothing yet").inside(root).frame(0.0, 0.0, width, 20.0).done()?;
        let button = View::button().text("Press").inside(root).frame(0.0, 20.0, width, 20.0);
        button.done()?.on_tap(|_: &mut Self, _, ()| panic!("not today"))?;
        let slider = View::slider().range(5.0, 30.0).inside(root).frame(0.0, 40.0, width, 20.0);
        let (label, words) = (self.label, ["cold", "hot"].map(String::from));
        slider.done()?.on_slide(move |this: &mut Self, _, value| {
            this.touched();
            Ok(label.set_text(&words[usize::from(value > 29.0)])?)
        })?;
        self.toggle = View::switch().inside(root).frame(0.0, 60.0, width, 20.0).done()?;
        self.toggle.on_switch(|this: &mut Self, _, is_on| {
            this.touched();
            let is_on = is_on && this.toggle.is_on()?;
            Ok(this.label.set_text(if is_on { "on" } else { "off" })?)
        })?;
        let field = View::text_field().inside(root).frame(0.0, 80.0, width, 20.0).done()?;
        field.on_text(TextEvent::Changed, |this: &mut Self, _, text| {
            this.touched();
            Ok(this.label.set_text(&text)?)
        })?;
        self.note = View::label().constrained().text("note").inside(root).done()?;
        self.note.set_runs(&[TextRun {
            count: 4,
            color: Color::new(0xFF00_00FF).value(),
            ..TextRun::default()
        }])?;
        self.note.top().equal(root.top().plus(100.0))?;
        self.note.leading().equal(root.leading().plus(8.0))?;
        self.note.width().equal(Anchor::points(width - 16.0))?;
        let once =
            View::button().text("Once").inside(root).frame(0.0, 120.0, width, 20.0).done()?;
        let logged = LogsItsEnd;
        once.on_tap(move |this: &mut Self, _, ()| {
            once.release()?;
            Ok(this.label.set_text(logged.word())?)
        })?;
        ui.set_preferred_size(width, 140.0)?;
        if is_named("FailsInLoad") {
            panic!("after the views");
        }
        Err("after the views".into())
    }

    fn did_receive(&mut self, ui: Ui, shown: Notification) -> Result<(), Failure> {
        self.label.set_text(&shown.content().title())?;
        let file = shown.attachment(0)?;
        self.note.set_text(&file.map_or("no file".into(), |file| file.name))?;
        if shown.date()?.as_secs() == 0 {
            self.label.set_text("no date")?;
        }
        let info = shown.content().user_info();
        self.act = Json::new(&info).get("act").and_then(|act| act.string()).unwrap_or_default();
        match self.act.as_str() {
            "fails in receive" => panic!("no such notification"),
            "fails on a thread" => {
                // What it printed is what counts.
                let _ = thread::spawn(|| panic!("on a thread")).join();
            }
            "fails at pressures" => come_under_pressure(),
            "fails in media" => {
                let frame = ui.root().frame()?;
                ui.set_media_button(Some(MediaButton { is_overlay: false, frame, tint: None }))?;
            }
            "fails in a reply" => {
                let center = Center::current().ok_or("there is no centre")?;
                center.pending(|_| panic!("no such answer"))?;
                // The second answer is shown when all that the first did is in the log.
                let label = self.label;
                center.pending(move |_| label.set_text("counted").expect("it is there"))?;
            }
            "uses a view that is gone" => {
                self.note.release()?;
                self.note.set_text("gone")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn media_play(&mut self, ui: Ui) {
        ui.media_playing(true).expect("it plays");
        panic!("no film");
    }

    fn media_pause(&mut self, ui: Ui) {
        ui.media_playing(false).expect("it stands");
        panic!("no pause");
    }

    fn did_receive_response(
        &mut self,
        _: Ui,
        response: Response,
        completion: ResponseCompletion,
    ) -> Result<(), Failure> {
        let action = response.action()?;
        self.label.set_text(&response.text()?.unwrap_or(action))?;
        match self.act.as_str() {
            "forgets" => {}
            "fails with the answer" => panic!("no such action"),
            "loses it in what it catches" => {
                let lost = move || {
                    let _mine = completion;
                    panic!("no such action");
                };
                if catch_unwind(AssertUnwindSafe(lost)).is_err() {
                    log(LogLevel::Info, "it goes on");
                }
            }
            "loses it on a thread" => {
                let thread = thread::spawn(move || {
                    let _mine = completion;
                    panic!("on a thread");
                });
                // What became of its completion is what counts.
                let _ = thread.join();
            }
            "keeps the last one" => self.kept = Some(completion),
            "fails in a destructor" => {
                let _file = Loud;
                completion.complete(ResponseOption::DoNotDismiss);
            }
            "fails twice" => {
                let _file = Loud;
                panic!("no such action");
            }
            "answers on a thread" => {
                thread::spawn(move || completion.complete(ResponseOption::DoNotDismiss));
            }
            "fails after the answer" => {
                completion.complete(ResponseOption::DoNotDismiss);
                panic!("no such action");
            }
            _ => completion.complete(ResponseOption::DoNotDismiss),
        }
        Ok(())
    }

    fn memory_pressure(used: u64, limit: u64) {
        assert!(used >= limit, "not so much");
    }

    fn cpu_pressure(used: Duration, limit: Duration) {
        IS_PRESSED.store(true, Ordering::SeqCst);
        assert!(used >= limit, "not so fast");
    }

    fn stop(&mut self) {
        // The notification is closed.
        if let Some(late) = self.kept.take() {
            late.complete(ResponseOption::DismissAndForward);
        }
        panic!("no goodbye");
    }
}

content_extension!(RustContent);
