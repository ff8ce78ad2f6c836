// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A content extension in Rust: a lamp with a switch, a slider and a field to write in.
//! README.md says how to run it.

use belfry_extension::{
    content_extension, log, Color, ContentExtension, Failure, LogLevel, Notification, Response,
    ResponseCompletion, ResponseOption, TextEvent, Ui, View,
};

const LIT: Color = Color::new(0xFF9F_0AFF);
const DARK: Color = Color::new(0x8E8E_93FF);

struct Lamp {
    name: View,
    state: View,
    slider: View,
    switch: View,
    brightness: f64,
    is_on: bool,
}

impl Lamp {
    fn show(&self) -> Result<(), Failure> {
        let text = if self.is_on { format!("{:.0} %", self.brightness) } else { "off".into() };
        self.state.set_text(&text)?;
        let color = if self.is_on { LIT } else { DARK };
        self.state.set_color(color)?;
        Ok(self.slider.set_enabled(self.is_on)?)
    }

    fn set(&mut self, brightness: f64, is_on: bool) -> Result<(), Failure> {
        self.brightness = brightness;
        self.is_on = is_on;
        self.slider.set_value(brightness)?;
        self.switch.set_on(is_on)?;
        self.show()
    }
}

impl ContentExtension for Lamp {
    fn start() -> Result<Self, Failure> {
        let none = View::NONE;
        Ok(Lamp {
            name: none,
            state: none,
            slider: none,
            switch: none,
            brightness: 0.0,
            is_on: false,
        })
    }

    // Called once: the root view is there and as wide as it will be.
    fn load(&mut self, ui: Ui) -> Result<(), Failure> {
        let root = ui.root();
        let width = root.frame()?.width;
        let inner = width - 32.0;
        self.name = View::label()
            .inside(root)
            .frame(16.0, 12.0, inner - 67.0, 31.0)
            .font_weight(600)
            .done()?;
        self.switch = View::switch()
            .inside(root)
            .frame(width - 67.0, 12.0, 51.0, 31.0)
            .accessibility_label("Light")
            .done()?;
        self.state = View::label()
            .inside(root)
            .frame(16.0, 52.0, inner, 48.0)
            .font_size(40.0)
            .text_alignment(1)
            .done()?;
        self.slider = View::slider()
            .range(1.0, 100.0)
            .inside(root)
            .frame(16.0, 108.0, inner, 31.0)
            .accessibility_label("Brightness")
            .done()?;
        let note = View::text_field()
            .inside(root)
            .frame(16.0, 148.0, inner, 34.0)
            .placeholder("A note for the others")
            .done()?;
        self.switch.on_switch(|lamp: &mut Lamp, _, is_on| lamp.set(lamp.brightness, is_on))?;
        self.slider.on_slide(|lamp: &mut Lamp, _, value| {
            lamp.brightness = value.round();
            lamp.show()
        })?;
        note.on_text(TextEvent::Return, |_: &mut Lamp, _, text| {
            log(LogLevel::Info, &format!("note: {text}"));
            Ok(())
        })?;
        Ok(ui.set_preferred_size(width, 194.0)?)
    }

    fn did_receive(&mut self, _: Ui, notification: Notification) -> Result<(), Failure> {
        self.name.set_text(&notification.content().title())?;
        self.set(40.0, true)
    }

    // "dim" is answered here, and the notification stays; anything else is for the app.
    fn did_receive_response(
        &mut self,
        _: Ui,
        response: Response,
        completion: ResponseCompletion,
    ) -> Result<(), Failure> {
        if response.action()? != "dim" {
            completion.complete(ResponseOption::DismissAndForward);
            return Ok(());
        }
        self.set((self.brightness / 2.0).round(), true)?;
        completion.complete(ResponseOption::DoNotDismiss);
        Ok(())
    }
}

content_extension!(Lamp);
