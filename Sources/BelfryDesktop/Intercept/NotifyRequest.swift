// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A notification as a program has sent it, as far as it is understood here.
///
/// Every word of it is a stranger's. What is longer or of another type than it should be goes to the
/// server untouched, and is not shown to an extension.
package struct NotifyRequest: Equatable, Sendable {
    /// A hint with a simple value.
    package struct Hint: Equatable, Sendable {
        /// The value.
        package enum Value: Equatable, Sendable {
            case flag(Bool)
            case number(Int64)
            case real(Double)
            case text(String)
        }

        /// What it is about, such as `category`, and what it says.
        package let name: String
        package let value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Whose it is, as the program says.
    package var app: String

    /// The notification that it takes the place of; 0 for none.
    package var replaced: UInt32

    /// A name of the theme, a path or a URI.
    package var icon: String

    /// The title.
    package var summary: String

    /// The text, with markup where the server reads markup.
    package var body: String

    /// Keys and texts of the buttons, in turns.
    package var actions: [String]

    /// The hints with simple values, the first of each name.
    package var hints: [Hint]

    /// Pixels of its picture, by the hint that has them.
    package var pixels: [String: DesktopPicture] = [:]

    /// Milliseconds until it goes; -1 for the server's own time, 0 for never.
    package var timeout: Int32

    /// Whether all texts are here: one that is longer than any that an extension is shown is empty.
    package var isWhole = true

    package init(
        app: String = "",
        replaced: UInt32 = 0,
        icon: String = "",
        summary: String = "",
        body: String = "",
        actions: [String] = [],
        hints: [Hint] = [],
        timeout: Int32 = -1
    ) {
        self.app = app
        self.replaced = replaced
        self.icon = icon
        self.summary = summary
        self.body = body
        self.actions = actions
        self.hints = hints
        self.timeout = timeout
    }

    /// Most hints and most buttons that an extension is shown.
    static let hintLimit = 64
    static let actionLimit = 16

    /// The longest text of a hint that an extension is shown, in bytes.
    static let hintByteLimit = 2048

    /// Hints that pixels of a picture are in, of three versions of the specification.
    static let pixelHints = ["image-data", "image_data", "icon_data"]

    /// The picture that a server shows of it; nil for none (Desktop Notifications Specification, "Icons
    /// and Images").
    package var picture: SenderPicture? {
        for name in Self.pixelHints.prefix(2) {
            if let picture = pixels[name] { return .pixels(picture) }
        }
        for name in ["image-path", "image_path"] {
            guard case .text(let path)? = hint(name) else { continue }
            return .file(named: path)
        }
        if !icon.isEmpty { return .file(named: icon) }
        return pixels["icon_data"].map { .pixels($0) }
    }

    /// Takes a hint, where there is room and none of its name.
    mutating func note(_ hint: Hint) {
        guard hints.count < Self.hintLimit, self.hint(hint.name) == nil else { return }
        hints.append(hint)
    }

    /// The value of a hint; nil for none.
    func hint(_ name: String) -> Hint.Value? {
        hints.first { $0.name == name }?.value
    }
}
