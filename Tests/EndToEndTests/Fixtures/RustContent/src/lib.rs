// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A content extension by belfry-extension; what it does with a response is in the action's name.

use belfry_extension::{
    content_extension, log, Anchor, Bundle, Color, ContentExtension, Failure, Json, LogLevel,
    MediaButton, Notification, Response, ResponseCompletion, ResponseOption, TextEvent, TextRun,
    Ui, View,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

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

/// Whether there was a pressure of memory.
static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Holds seven eighths of 24 MB until there is a pressure.
fn fill() -> &'static str {
    let memory = vec![1_u8; 21 << 20];
    while memory[memory.len() - 1] == 1 && !IS_PRESSED.load(Ordering::SeqCst) {
        thread::yield_now();
    }
    "freed"
}

struct RustContent {
    label: View,
    note: View,
    toggle: View,
}

impl ContentExtension for RustContent {
    fn start() -> Result<Self, Failure> {
        if is_named("PanicsInStart") {
            panic!("the key file is missing; put it into the bundle");
        }
        Ok(RustContent { label: View::NONE, note: View::NONE, toggle: View::NONE })
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
        slider.done()?.on_slide(move |_: &mut Self, _, value| {
            Ok(label.set_text(&words[usize::from(value > 29.0)])?)
        })?;
        self.toggle = View::switch().inside(root).frame(0.0, 60.0, width, 20.0).done()?;
        self.toggle.on_switch(|this: &mut Self, _, is_on| {
            let is_on = is_on && this.toggle.is_on()?;
            Ok(this.label.set_text(if is_on { "on" } else { "off" })?)
        })?;
        let field = View::text_field().inside(root).frame(0.0, 80.0, width, 20.0).done()?;
        field.on_text(TextEvent::Changed, |this: &mut Self, _, text| {
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
        if is_named("PanicsInLoad") {
            panic!("after the views");
        }
        Err("after the views".into())
    }

    fn did_receive(&mut self, ui: Ui, shown: Notification) -> Result<(), Failure> {
        self.label.set_text(&shown.content().title())?;
        let file = shown.attachment(0)?;
        self.note.set_text(&file.map_or("no file".into(), |file| file.name))?;
        let info = shown.content().user_info();
        match Json::new(&info).get("does").and_then(|does| does.string()).as_deref() {
            Some("throws") => {
                let frame = ui.root().frame()?;
                ui.set_media_button(Some(MediaButton { is_overlay: false, frame, tint: None }))?;
                panic!("no such notification");
            }
            Some("burns") => loop {
                thread::yield_now();
            },
            Some("fills") => self.label.set_text(fill())?,
            _ => {}
        }
        if shown.date()?.as_secs() == 0 {
            self.label.set_text("no date")?;
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
        self.label.set_text(&response.text()?.unwrap_or_else(|| action.clone()))?;
        match action.as_str() {
            "throws" => panic!("no such action"),
            "forgets" => {}
            "panics in a destructor" => {
                let _file = Loud;
                completion.complete(ResponseOption::DoNotDismiss);
            }
            "panics on a thread" => {
                let thread = thread::spawn(move || {
                    let _mine = completion;
                    panic!("on a thread");
                });
                // What became of its completion is what counts.
                let _ = thread.join();
            }
            "late" => {
                thread::spawn(move || completion.complete(ResponseOption::DoNotDismiss));
            }
            _ => completion.complete(ResponseOption::DoNotDismiss),
        }
        Ok(())
    }

    fn memory_pressure(used: u64, limit: u64) {
        IS_PRESSED.store(used < limit, Ordering::SeqCst);
        panic!("not so much");
    }

    fn cpu_pressure(used: Duration, limit: Duration) {
        if used < limit {
            panic!("not so fast");
        }
    }

    fn stop(&mut self) {
        panic!("no goodbye");
    }
}

content_extension!(RustContent);
