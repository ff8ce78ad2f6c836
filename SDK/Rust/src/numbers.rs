// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! The numbers of `belfry/view.h`, where each has a comment.
//!
//! `SDK/C/abi/views.def` defines them; `Scripts/check-views.sh` holds these to it.
#![allow(missing_docs)]

/// Properties of views: `BF_VIEW_*`.
pub mod key {
    pub const TEXT: u32 = 1;
    pub const PLACEHOLDER: u32 = 2;
    pub const ACCESSIBILITY_LABEL: u32 = 3;
    pub const FONT_FAMILY: u32 = 4;
    pub const HIDDEN: u32 = 0x100;
    pub const ENABLED: u32 = 0x101;
    pub const INTERACTIVE: u32 = 0x102;
    pub const TEXT_COLOR: u32 = 0x103;
    pub const BACKGROUND_COLOR: u32 = 0x104;
    pub const TINT_COLOR: u32 = 0x105;
    pub const BORDER_COLOR: u32 = 0x106;
    pub const TEXT_ALIGNMENT: u32 = 0x107;
    pub const LINE_COUNT: u32 = 0x108;
    pub const LINE_BREAK: u32 = 0x109;
    pub const CONTENT_MODE: u32 = 0x10a;
    pub const FONT_WEIGHT: u32 = 0x10b;
    pub const FONT_TRAITS: u32 = 0x10c;
    pub const CLIPS: u32 = 0x10d;
    pub const ON: u32 = 0x10e;
    pub const ANIMATING: u32 = 0x10f;
    pub const AXIS: u32 = 0x110;
    pub const DISTRIBUTION: u32 = 0x111;
    pub const ALIGNMENT: u32 = 0x112;
    pub const SECURE: u32 = 0x113;
    pub const EDITABLE: u32 = 0x114;
    pub const AUTORESIZING: u32 = 0x115;
    pub const CONSTRAINED: u32 = 0x116;
    pub const MARGINS_RELATIVE: u32 = 0x117;
    pub const CONTINUOUS: u32 = 0x118;
    pub const SIZE_CLASS: u32 = 0x119;
    pub const BUTTON_STYLE: u32 = 0x11a;
    pub const SELECTED: u32 = 0x11b;
    pub const TRACK_COLOR: u32 = 0x11c;
    pub const THUMB_COLOR: u32 = 0x11d;
    pub const CORNERS: u32 = 0x11e;
    pub const SHADOW_COLOR: u32 = 0x11f;
    pub const SCROLLING: u32 = 0x120;
    pub const ALPHA: u32 = 0x200;
    pub const FONT_SIZE: u32 = 0x201;
    pub const CORNER_RADIUS: u32 = 0x202;
    pub const BORDER_WIDTH: u32 = 0x203;
    pub const VALUE: u32 = 0x204;
    pub const MINIMUM: u32 = 0x205;
    pub const MAXIMUM: u32 = 0x206;
    pub const SPACING: u32 = 0x207;
    pub const HUGGING_HORIZONTAL: u32 = 0x208;
    pub const HUGGING_VERTICAL: u32 = 0x209;
    pub const RESISTANCE_HORIZONTAL: u32 = 0x20a;
    pub const RESISTANCE_VERTICAL: u32 = 0x20b;
    pub const MARGIN_TOP: u32 = 0x20c;
    pub const MARGIN_LEFT: u32 = 0x20d;
    pub const MARGIN_BOTTOM: u32 = 0x20e;
    pub const MARGIN_RIGHT: u32 = 0x20f;
    pub const INSET_TOP: u32 = 0x210;
    pub const INSET_LEFT: u32 = 0x211;
    pub const INSET_BOTTOM: u32 = 0x212;
    pub const INSET_RIGHT: u32 = 0x213;
    pub const MINIMUM_SCALE: u32 = 0x214;
    pub const OFFSET_X: u32 = 0x215;
    pub const OFFSET_Y: u32 = 0x216;
    pub const CONTENT_WIDTH: u32 = 0x217;
    pub const CONTENT_HEIGHT: u32 = 0x218;
    pub const SPACING_AFTER: u32 = 0x219;
    pub const SHADOW_RADIUS: u32 = 0x21a;
    pub const SHADOW_X: u32 = 0x21b;
    pub const SHADOW_Y: u32 = 0x21c;
}

/// What the user does to a view: `BF_EVENT_*`.
pub mod event {
    pub const TAP: u32 = 1;
    pub const VALUE_CHANGED: u32 = 2;
    pub const EDITING_BEGAN: u32 = 3;
    pub const EDITING_CHANGED: u32 = 4;
    pub const EDITING_ENDED: u32 = 5;
    pub const RETURN: u32 = 6;
}

/// Edges, dimensions and lines of a view: `BF_ATTRIBUTE_*`.
pub mod attribute {
    pub const NONE: u32 = 0;
    pub const LEFT: u32 = 1;
    pub const RIGHT: u32 = 2;
    pub const TOP: u32 = 3;
    pub const BOTTOM: u32 = 4;
    pub const LEADING: u32 = 5;
    pub const TRAILING: u32 = 6;
    pub const WIDTH: u32 = 7;
    pub const HEIGHT: u32 = 8;
    pub const CENTER_X: u32 = 9;
    pub const CENTER_Y: u32 = 10;
    pub const LAST_BASELINE: u32 = 11;
    pub const FIRST_BASELINE: u32 = 12;
    pub const LEFT_MARGIN: u32 = 13;
    pub const RIGHT_MARGIN: u32 = 14;
    pub const TOP_MARGIN: u32 = 15;
    pub const BOTTOM_MARGIN: u32 = 16;
    pub const LEADING_MARGIN: u32 = 17;
    pub const TRAILING_MARGIN: u32 = 18;
    pub const CENTER_X_WITHIN_MARGINS: u32 = 19;
    pub const CENTER_Y_WITHIN_MARGINS: u32 = 20;
}
