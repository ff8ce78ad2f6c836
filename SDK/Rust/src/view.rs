// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{ConstraintHandle, ConstraintRule, Key, TextRun, ViewHandle};
use crate::numbers::{attribute, event, key};
use crate::raw::{self, Value};
use crate::{ContentExtension, Error, Failure, Rectangle, Ui};
use alloc::string::String;

/// A colour as `0xRRGGBBAA`, in light and in dark appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    /// In light appearance.
    pub light: u32,
    /// In dark appearance.
    pub dark: u32,
}

impl Color {
    /// The same in both appearances.
    pub const fn new(both: u32) -> Self {
        Color { light: both, dark: both }
    }

    /// As the C ABI has it, for a [`TextRun`] and for colours that are set by their key.
    pub const fn value(self) -> i64 {
        ((self.dark as u64) << 32 | self.light as u64) as i64
    }
}

/// What a view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ViewKind {
    Plain = 0,
    Label = 1,
    Image = 2,
    Stack = 3,
    Button = 4,
    Slider = 5,
    Switch = 6,
    TextField = 7,
    TextView = 8,
    Progress = 9,
    Activity = 10,
    Scroll = 11,
}

/// Where a picture's name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageSource {
    /// The identifier of an attachment of the notification.
    Attachment = 1,
    /// A path in the bundle.
    Resource = 2,
    /// A path in the container.
    File = 3,
    /// The name of a system symbol.
    Symbol = 4,
    /// A path in the container, of a page (`BF_IMAGE_PAGE`).
    Page = 5,
}

/// A picture of an image view or a button: PNG, JPEG, GIF or WebP, or a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Image<'a> {
    /// Where `name` is looked up.
    pub source: ImageSource,
    /// Its name there.
    pub name: &'a str,
    /// Its size in points.
    pub size: (f64, f64),
    /// Whether its opacity alone counts, drawn in the tint colour.
    pub is_template: bool,
}

/// A view of a content extension: a handle that can be copied.
///
/// The tree of views owns the view: it is there until [`release`](Self::release), or until the
/// session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(pub(crate) ViewHandle);

macro_rules! kinds {
    ($($name:ident $kind:ident $what:literal)*) => {$(
        #[doc = concat!("Begins ", $what, ".")]
        pub fn $name() -> ViewBuilder {
            View::of(ViewKind::$kind)
        }
    )*};
}

impl View {
    /// No view: for a member that `load` fills.
    pub const NONE: View = View(ViewHandle { id: 0 });

    /// Begins a view of a kind.
    pub fn of(kind: ViewKind) -> ViewBuilder {
        ViewBuilder(raw::create_view(kind as u32))
    }

    kinds! {
        plain Plain "a view with nothing in it but others (UIView)"
        label Label "a text that the user reads (UILabel)"
        image Image "a picture (UIImageView)"
        stack Stack "a view that lays out its arranged views (UIStackView)"
        button Button "something to press (UIButton)"
        slider Slider "a value between two others (UISlider)"
        switch Switch "on or off (UISwitch)"
        text_field TextField "one line to write in (UITextField)"
        text_view TextView "lines to read or write (UITextView)"
        progress Progress "how far something has come (UIProgressView)"
        activity Activity "something goes on (UIActivityIndicatorView)"
        scroll Scroll "a part of what is in it (UIScrollView)"
    }

    /// Puts a view into this one, before the one at `index`; `u32::MAX`: in front of all.
    pub fn insert(self, child: View, index: u32) -> Result<(), Error> {
        raw::place("insert", |views| views.insert, self, child, index)
    }

    /// Has a stack lay a view out at a place of its arranged views; `u32::MAX`: behind all.
    pub fn arrange(self, child: View, index: u32) -> Result<(), Error> {
        raw::place("arrange", |views| views.arrange, self, child, index)
    }

    /// Has a stack no longer lay a view out, which stays in it.
    pub fn disarrange(self, child: View) -> Result<(), Error> {
        raw::disarrange(self, child)
    }

    /// Takes the view out of the one that it is in.
    pub fn remove(self) -> Result<(), Error> {
        raw::remove_view(self)
    }

    /// Takes the view out of its parent and forgets it; using it afterwards is an error.
    pub fn release(self) -> Result<(), Error> {
        raw::release_view(self)
    }

    /// Where the view is, as of the last layout.
    pub fn frame(self) -> Result<Rectangle, Error> {
        raw::frame(self)
    }

    /// Places the view in its parent.
    pub fn set_frame(self, frame: Rectangle) -> Result<(), Error> {
        raw::set_frame(self, frame)
    }

    /// The width and height that the view wants within a size, where 0 is no limit.
    pub fn measure(self, width: f64, height: f64) -> Result<(f64, f64), Error> {
        raw::measure(self, width, height)
    }

    /// Draws the view by an affine map about its centre: a, b, c, d, tx, ty.
    pub fn set_transform(self, map: [f64; 6]) -> Result<(), Error> {
        raw::set_transform(self, map)
    }

    /// The text: what is shown, and with a control what the user has written.
    pub fn text(self) -> Result<String, Error> {
        self.text_of(key::TEXT)
    }

    /// Sets the text; a button's title.
    pub fn set_text(self, value: &str) -> Result<(), Error> {
        self.set_text_of(key::TEXT, value)
    }

    /// Says what parts of the text look like; setting the text forgets them.
    pub fn set_runs(self, runs: &[TextRun]) -> Result<(), Error> {
        raw::set_runs(self, runs)
    }

    /// Sets the picture, or takes it away.
    pub fn set_image(self, image: Option<Image<'_>>) -> Result<(), Error> {
        raw::set_image(self, image)
    }

    /// The value of a slider.
    pub fn value(self) -> Result<f64, Error> {
        Ok(self.real_of(key::VALUE)?.unwrap_or(0.0))
    }

    /// Sets the value of a slider or a progress view.
    pub fn set_value(self, value: f64) -> Result<(), Error> {
        self.set_real_of(key::VALUE, value)
    }

    /// Whether a switch is on.
    pub fn is_on(self) -> Result<bool, Error> {
        Ok(self.integer_of(key::ON)? == Some(1))
    }

    /// Turns a switch on or off.
    pub fn set_on(self, is_on: bool) -> Result<(), Error> {
        self.set_integer_of(key::ON, is_on.into())
    }

    /// Whether a control can be used.
    pub fn set_enabled(self, is_enabled: bool) -> Result<(), Error> {
        self.set_integer_of(key::ENABLED, is_enabled.into())
    }

    /// Sets the colour of the text.
    pub fn set_color(self, color: Color) -> Result<(), Error> {
        self.set_integer_of(key::TEXT_COLOR, color.value())
    }

    /// Hides the view, or shows it.
    pub fn set_hidden(self, is_hidden: bool) -> Result<(), Error> {
        self.set_integer_of(key::HIDDEN, is_hidden.into())
    }

    /// A text property by its key (`BF_VIEW_*`).
    pub fn text_of(self, key: Key) -> Result<String, Error> {
        raw::view_text(self, key)
    }

    /// An integer property by its key; nothing where it is unset.
    pub fn integer_of(self, key: Key) -> Result<Option<i64>, Error> {
        raw::view_integer(self, key)
    }

    /// A real property by its key; nothing where it is unset.
    pub fn real_of(self, key: Key) -> Result<Option<f64>, Error> {
        raw::view_real(self, key)
    }

    /// Sets a text property by its key.
    pub fn set_text_of(self, key: Key, value: &str) -> Result<(), Error> {
        raw::set_view_text(self, key, value)
    }

    /// Sets an integer property by its key.
    pub fn set_integer_of(self, key: Key, value: i64) -> Result<(), Error> {
        raw::set_view_integer(self, key, value)
    }

    /// Sets a real property by its key.
    pub fn set_real_of(self, key: Key, value: f64) -> Result<(), Error> {
        raw::set_view_real(self, key, value)
    }

    /// Unsets a property.
    pub fn clear(self, key: Key) -> Result<(), Error> {
        raw::clear_view(self, key)
    }

    /// A line of the view by its number (`BF_ATTRIBUTE_*`), to make constraints of.
    pub fn at(self, attribute: u32) -> Anchor {
        Anchor { view: Some(self), attribute, factor: 1.0, distance: 0.0 }
    }

    /// The line that the text begins at.
    pub fn leading(self) -> Anchor {
        self.at(attribute::LEADING)
    }

    /// The line that the text ends at.
    pub fn trailing(self) -> Anchor {
        self.at(attribute::TRAILING)
    }

    /// The upper edge.
    pub fn top(self) -> Anchor {
        self.at(attribute::TOP)
    }

    /// The lower edge.
    pub fn bottom(self) -> Anchor {
        self.at(attribute::BOTTOM)
    }

    /// The width.
    pub fn width(self) -> Anchor {
        self.at(attribute::WIDTH)
    }

    /// The height.
    pub fn height(self) -> Anchor {
        self.at(attribute::HEIGHT)
    }

    /// Calls a closure when the user touches the view.
    ///
    /// The closure gets the extension, what is around the views, and a control's value. It comes on
    /// the UI thread, one call at a time. It is dropped when another one takes its place, when the
    /// view is [released](Self::release) and, if it was just running, when it has returned; else it
    /// is kept as long as the process lives.
    pub fn on_tap<E: ContentExtension>(
        self,
        handler: impl Fn(&mut E, Ui, ()) -> Result<(), Failure> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        raw::listen(self, event::TAP, "c", move |extension: &mut E, ui, _| {
            handler(extension, ui, ())
        })
    }

    /// Calls a closure with the value of a slider that the user moves; see [`on_tap`](Self::on_tap).
    pub fn on_slide<E: ContentExtension>(
        self,
        handler: impl Fn(&mut E, Ui, f64) -> Result<(), Failure> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        raw::listen(self, event::VALUE_CHANGED, "cd", move |extension: &mut E, ui, value| {
            match value {
                Value::Real(value) => handler(extension, ui, value),
                _ => Ok(()),
            }
        })
    }

    /// Calls a closure when the user turns a switch on or off; see [`on_tap`](Self::on_tap).
    pub fn on_switch<E: ContentExtension>(
        self,
        handler: impl Fn(&mut E, Ui, bool) -> Result<(), Failure> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        raw::listen(self, event::VALUE_CHANGED, "cb", move |extension: &mut E, ui, value| {
            match value {
                Value::Truth(value) => handler(extension, ui, value),
                _ => Ok(()),
            }
        })
    }

    /// Calls a closure with the text of a field: as it changes, when the user has finished, or at
    /// the return key; see [`on_tap`](Self::on_tap).
    pub fn on_text<E: ContentExtension>(
        self,
        event: TextEvent,
        handler: impl Fn(&mut E, Ui, String) -> Result<(), Failure> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        raw::listen(self, event as u32, "cs", move |extension: &mut E, ui, value| match value {
            Value::Text(value) => handler(extension, ui, value),
            _ => Ok(()),
        })
    }
}

/// What the user does to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEvent {
    /// Begins to write.
    Began = event::EDITING_BEGAN as isize,
    /// Changes the text.
    Changed = event::EDITING_CHANGED as isize,
    /// Has finished.
    Ended = event::EDITING_ENDED as isize,
    /// Presses the return key, in a text field.
    Return = event::RETURN as isize,
}

/// A view in the making: calls are chained, and the first error is what [`done`](Self::done) gives.
#[must_use = "`done()` gives the view"]
pub struct ViewBuilder(Result<View, Error>);

macro_rules! properties {
    ($($name:ident($($value:ident: $kind:ty),*) $body:expr, $what:literal)*) => {$(
        #[doc = $what]
        pub fn $name(self, $($value: $kind),*) -> Self {
            #[allow(clippy::redundant_closure_call)]
            self.with(|view| ($body)(view))
        }
    )*};
}

impl ViewBuilder {
    /// The view, or the first error.
    pub fn done(self) -> Result<View, Error> {
        self.0
    }

    /// Does something to the view, unless something has failed before.
    pub fn with(self, change: impl FnOnce(View) -> Result<(), Error>) -> Self {
        ViewBuilder(self.0.and_then(|view| change(view).map(|()| view)))
    }

    properties! {
        inside(parent: View) |view| parent.insert(view, u32::MAX), "Puts it into a view."
        arranged_in(stack: View) |view| stack.arrange(view, u32::MAX), "Has a stack lay it out."
        frame(x: f64, y: f64, width: f64, height: f64)
            |view: View| view.set_frame(Rectangle { x, y, width, height }), "Places it in its parent."
        text(value: &str) |view: View| view.set_text(value), "Sets the text."
        placeholder(value: &str)
            |view: View| view.set_text_of(key::PLACEHOLDER, value), "What an empty field shows."
        accessibility_label(value: &str)
            |view: View| view.set_text_of(key::ACCESSIBILITY_LABEL, value),
            "What it is, for those who do not see it."
        hidden(value: bool) |view: View| view.set_hidden(value), "Hides it."
        enabled(value: bool) |view: View| view.set_enabled(value), "Whether a control can be used."
        text_color(value: Color)
            |view: View| view.set_color(value), "The text's colour."
        background(value: Color)
            |view: View| view.set_integer_of(key::BACKGROUND_COLOR, value.value()),
            "The colour behind it."
        tint(value: Color)
            |view: View| view.set_integer_of(key::TINT_COLOR, value.value()), "The tint colour."
        text_alignment(value: i64)
            |view: View| view.set_integer_of(key::TEXT_ALIGNMENT, value),
            "0 left, 1 centre, 2 right, 3 justified."
        line_count(value: i64)
            |view: View| view.set_integer_of(key::LINE_COUNT, value),
            "The most lines; 0: any number."
        font_weight(value: i64) |view: View| view.set_integer_of(key::FONT_WEIGHT, value),
            "100 to 900."
        font_size(value: f64) |view: View| view.set_real_of(key::FONT_SIZE, value),
            "The font's size."
        vertical() |view: View| view.set_integer_of(key::AXIS, 1), "Has a stack go downwards."
        spacing(value: f64) |view: View| view.set_real_of(key::SPACING, value),
            "Between a stack's views."
        range(minimum: f64, maximum: f64) |view: View| view.set_real_of(key::MINIMUM, minimum)
            .and_then(|()| view.set_real_of(key::MAXIMUM, maximum)),
            "What a slider goes from and to."
        value(value: f64) |view: View| view.set_value(value), "Sets a slider's or progress's value."
        on(value: bool) |view: View| view.set_on(value), "Turns a switch on or off."
        image(value: Image<'_>) |view: View| view.set_image(Some(value)), "Sets the picture."
        constrained() |view: View| view.set_integer_of(key::CONSTRAINED, 1),
            "Has its frame follow from constraints alone."
    }
}

/// An edge, a dimension or a line of a view, with a factor and a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    view: Option<View>,
    attribute: u32,
    factor: f64,
    distance: f64,
}

impl Anchor {
    /// As many points further.
    pub fn plus(self, points: f64) -> Self {
        Anchor { distance: self.distance + points, ..self }
    }

    /// As many times.
    pub fn times(self, factor: f64) -> Self {
        Anchor { factor: self.factor * factor, distance: self.distance * factor, ..self }
    }

    /// A number of points, for a dimension.
    pub fn points(points: f64) -> Self {
        Anchor { view: None, attribute: attribute::NONE, factor: 1.0, distance: points }
    }

    /// Has this be the other.
    pub fn equal(self, other: Anchor) -> Result<Constraint, Error> {
        self.constrain(other, 0, 1000.0)
    }

    /// Has this be at least the other.
    pub fn at_least(self, other: Anchor) -> Result<Constraint, Error> {
        self.constrain(other, 1, 1000.0)
    }

    /// Has this be at most the other.
    pub fn at_most(self, other: Anchor) -> Result<Constraint, Error> {
        self.constrain(other, -1, 1000.0)
    }

    /// Has this be the other by a relation of -1, 0 or 1 and a priority of 1 to 1000.
    pub fn constrain(
        self,
        other: Anchor,
        relation: i32,
        priority: f64,
    ) -> Result<Constraint, Error> {
        raw::constrain(&ConstraintRule {
            first: self.view.unwrap_or(View::NONE).0,
            second: other.view.unwrap_or(View::NONE).0,
            first_attribute: self.attribute,
            second_attribute: other.attribute,
            relation,
            reserved: 0,
            multiplier: other.factor,
            constant: other.distance,
            priority,
        })
        .map(Constraint)
    }
}

/// A rule between two views, in force until it is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint(ConstraintHandle);

impl Constraint {
    /// Changes what is added.
    pub fn set_constant(self, constant: f64) -> Result<(), Error> {
        raw::set_constant(self.0, constant)
    }

    /// Changes how much it matters, 1 to 1000.
    pub fn set_priority(self, priority: f64) -> Result<(), Error> {
        raw::set_priority(self.0, priority)
    }

    /// Takes it away.
    pub fn remove(self) -> Result<(), Error> {
        raw::unconstrain(self.0)
    }
}
