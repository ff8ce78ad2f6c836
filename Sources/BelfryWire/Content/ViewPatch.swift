// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What changed of a view, on its way to the host.
///
/// The worker numbers the views of a session, each with a larger number than all before it. Number 1
/// is the root, which exists from the beginning.
package enum ViewPatch: Equatable, Sendable {
    /// A new view, which has no parent yet.
    case create(UInt32, ViewKind)

    /// A view is gone; its children have no parent now.
    case remove(UInt32)

    /// A view's children, the frontmost last; each leaves the parent that it had.
    case children(UInt32, [UInt32])

    /// Where a view is in its parent.
    case frame(UInt32, ViewFrame)

    case text(UInt32, ViewKey, String)
    case integer(UInt32, ViewKey, Int64)
    case real(UInt32, ViewKey, Double)

    /// A property is unset.
    case clear(UInt32, ViewKey)

    /// What parts of a view's text look like.
    case runs(UInt32, [TextRun])

    /// A view's picture; nil for none.
    case image(UInt32, ViewImage?)

    case transform(UInt32, ViewTransform)

    /// Which events a view has handlers for: a bit each, `1 << ViewEvent.rawValue`.
    case events(UInt32, UInt32)
}

/// Where a view is in its parent, in points.
package struct ViewFrame: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double

    /// How high it is.
    package var height: Double

    package init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// How a view is drawn about its centre: x' = ax + cy + tx, y' = bx + dy + ty.
package struct ViewTransform: Equatable, Sendable {
    package var a = 1.0
    package var b = 0.0
    package var c = 0.0

    /// With the three above the matrix; as they stand here, it changes nothing.
    package var d = 1.0

    /// How far it is moved, in points.
    package var tx = 0.0
    package var ty = 0.0

    package init() {}
}

/// A part of a text that looks different from the rest.
package struct TextRun: Equatable, Sendable {
    /// Bytes of the view's text.
    package var start: UInt32
    package var count: UInt32
    /// As properties have it; 0 for the view's own.
    package var color: Int64
    package var backgroundColor: Int64
    package var fontSize: Double
    package var fontWeight: UInt32
    /// `BF_RUN_*`: 1 italic, 2 fixed width, 4 underline, 8 strikethrough.
    package var flags: UInt32

    package init(
        start: UInt32,
        count: UInt32,
        color: Int64 = 0,
        backgroundColor: Int64 = 0,
        fontSize: Double = 0,
        fontWeight: UInt32 = 0,
        flags: UInt32 = 0
    ) {
        self.start = start
        self.count = count
        self.color = color
        self.backgroundColor = backgroundColor
        self.fontSize = fontSize
        self.fontWeight = fontWeight
        self.flags = flags
    }
}

/// Where a view's picture is, as the worker says.
package struct ViewImage: Equatable, Sendable {
    /// Where a picture comes from, with the numbers of `belfry/view.h`.
    package enum Source: UInt32, CaseIterable, Sendable {
        /// An attachment of the notification, by its identifier.
        case attachment = 1
        /// A file of the bundle, by its path there.
        case resource = 2
        /// A file of the container, by its path there; to be read at once.
        case file = 3
        /// A symbol of the system, by its name.
        case symbol = 4
        /// A page in a file of the container, by its path there; to be read at once.
        case page = 5
    }

    /// Where the picture comes from.
    package var source: Source

    /// What names it there.
    package var name: String
    /// Whether its opacity alone counts.
    package var isTemplate: Bool
    /// Its size in points.
    package var width: Double
    package var height: Double

    package init(
        source: Source,
        name: String,
        isTemplate: Bool = false,
        width: Double = 0,
        height: Double = 0
    ) {
        self.source = source
        self.name = name
        self.isTemplate = isTemplate
        self.width = width
        self.height = height
    }
}
