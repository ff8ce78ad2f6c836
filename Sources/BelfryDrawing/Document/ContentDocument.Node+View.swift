// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
package import BelfryWire
internal import Foundation

extension ContentDocument.Node {
    /// Describes a view and those in it; one that is not there is an empty view.
    ///
    /// The host's tree has no cycles and is at most ``ViewLimit/depth`` deep.
    init(_ number: UInt32, in tree: ViewTree) {
        let view = tree.nodes[number] ?? ViewTree.Node(number: number, kind: .plain)
        self.init(view: number, kind: view.kind.word, frame: ContentDocument.Frame(view.frame))
        take(textsOf: view)
        take(stateOf: view)
        take(looksOf: view)
        take(fontOf: view)
        events = Self.words(ViewEvent.allCases.filter { view.events & $0.bit != 0 }.map(\.word))
        let inner = view.children.map { Self($0, in: tree) }
        children = inner.isEmpty ? nil : inner
    }

    private mutating func take(textsOf view: ViewTree.Node) {
        text = view.texts[.text]
        placeholder = view.texts[.placeholder]
        label = view.texts[.accessibilityLabel]
        fontFamily = view.texts[.fontFamily]
        runs = view.runs.isEmpty ? nil : view.runs.map(Run.init)
        image = view.image.map { Image($0, picture: view.picture) }
    }

    private mutating func take(stateOf view: ViewTree.Node) {
        func flag(_ key: ViewKey) -> Bool? { view.integers[key].map { $0 != 0 } }
        func real(_ key: ViewKey) -> Double? { view.reals[key]?.inDocument }
        isHidden = flag(.isHidden)
        isEnabled = flag(.isEnabled)
        isInteractive = flag(.isInteractive)
        isSelected = flag(.isSelected)
        isOn = flag(.isOn)
        isAnimating = flag(.isAnimating)
        isSecure = flag(.isSecure)
        isEditable = flag(.isEditable)
        isContinuous = flag(.isContinuous)
        value = real(.value)
        minimum = real(.minimum)
        maximum = real(.maximum)
        if view.kind == .scroll || view.kind == .textView {
            scroll = Scroll(
                x: real(.offsetX) ?? 0,
                y: real(.offsetY) ?? 0,
                width: real(.contentWidth) ?? 0,
                height: real(.contentHeight) ?? 0
            )
        }
    }

    private mutating func take(looksOf view: ViewTree.Node) {
        func color(_ key: ViewKey) -> ContentDocument.Color? {
            view.integers[key].map(ContentDocument.Color.init)
        }
        func real(_ key: ViewKey) -> Double? { view.reals[key]?.inDocument }
        textColor = color(.textColor)
        backgroundColor = color(.backgroundColor)
        tintColor = color(.tintColor)
        borderColor = color(.borderColor)
        trackColor = color(.trackColor)
        thumbColor = color(.thumbColor)
        clips = view.integers[.clips].map { $0 != 0 }
        alpha = real(.alpha)
        cornerRadius = real(.cornerRadius)
        borderWidth = real(.borderWidth)
        if let corners = view.integers[.corners] {
            self.corners = Self.set(in: UInt32(truncatingIfNeeded: corners), Self.corners)
        }
        let shade = color(.shadowColor)
        let spread = [ViewKey.shadowRadius, .shadowX, .shadowY].map(real)
        if shade != nil || spread.contains(where: { $0 != nil }) {
            let all = spread.map { $0 ?? 0 }
            shadow = Shadow(color: shade, radius: all[0], x: all[1], y: all[2])
        }
        let sides = [ViewKey.insetTop, .insetLeft, .insetBottom, .insetRight].map(real)
        if sides.contains(where: { $0 != nil }) {
            let all = sides.map { $0 ?? 0 }
            insets = Insets(top: all[0], left: all[1], bottom: all[2], right: all[3])
        }
        let drawn = view.transform
        if drawn != ViewTransform() {
            transform = [drawn.a, drawn.b, drawn.c, drawn.d, drawn.tx, drawn.ty].map(\.inDocument)
            angle = drawn.degrees.inDocument
        }
        contentMode = Self.word(view.integers[.contentMode], of: Self.contentModes)
        buttonStyle = Self.word(view.integers[.buttonStyle], of: Self.buttonStyles)
        sizeClass = Self.word(view.integers[.sizeClass], of: ["medium", "large"])
    }

    private mutating func take(fontOf view: ViewTree.Node) {
        fontSize = view.reals[.fontSize]?.inDocument
        minimumScale = view.reals[.minimumScale]?.inDocument
        fontWeight = view.integers[.fontWeight]
        let traits = view.integers[.fontTraits] ?? 0
        fontTraits = Self.words(Self.set(in: UInt32(truncatingIfNeeded: traits), Self.fontTraits))
        textAlignment = Self.word(view.integers[.textAlignment], of: Self.alignments)
        lineCount = view.integers[.lineCount]
        lineBreak = Self.word(view.integers[.lineBreak], of: Self.lineBreaks)
    }
}

extension ContentDocument.Node {
    /// The words of `belfry/view.h` for numbers, in their order.
    private static let alignments = ["left", "center", "right", "justified", "natural"]
    private static let lineBreaks = ["words", "characters", "clip", "head", "tail", "middle"]
    private static let buttonStyles = ["plain", "gray", "tinted", "filled", "bordered"]
    private static let contentModes = [
        "fill", "aspectFit", "aspectFill", "redraw", "center", "top", "bottom", "left", "right",
        "topLeft", "topRight", "bottomLeft", "bottomRight",
    ]
    private static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
    private static let fontTraits = ["italic", "fixedWidth", "fixedDigits"]
    fileprivate static let runTraits = ["italic", "fixedWidth", "underline", "strikethrough"]

    private static func word(_ number: Int64?, of words: [String]) -> String? {
        number.flatMap { words.indices.contains(Int($0)) ? words[Int($0)] : nil }
    }

    /// The names of the bits that are set.
    fileprivate static func set(in bits: UInt32, _ names: [String]) -> [String] {
        names.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
    }

    fileprivate static func words(_ words: [String]) -> [String]? { words.isEmpty ? nil : words }
}

extension ContentDocument.Node.Run {
    fileprivate init(_ run: TextRun) {
        self.init(
            start: run.start,
            count: run.count,
            color: run.color == 0 ? nil : ContentDocument.Color(run.color),
            backgroundColor: run.backgroundColor == 0
                ? nil : ContentDocument.Color(run.backgroundColor),
            fontSize: run.fontSize == 0 ? nil : run.fontSize.inDocument,
            fontWeight: run.fontWeight == 0 ? nil : run.fontWeight,
            traits: ContentDocument.Node.words(
                ContentDocument.Node.set(in: run.flags, ContentDocument.Node.runTraits)
            )
        )
    }
}

extension ContentDocument.Node.Image {
    fileprivate init(_ image: ViewImage, picture: String?) {
        self.init(
            source: image.source.word,
            name: image.name,
            picture: picture,
            isTemplate: image.isTemplate ? true : nil,
            width: image.width.inDocument,
            height: image.height.inDocument
        )
    }
}

extension ViewImage.Source {
    /// The word for the source in JSON.
    var word: String {
        switch self {
        case .attachment: "attachment"
        case .resource: "resource"
        case .file: "file"
        case .symbol: "symbol"
        case .page: "page"
        }
    }
}

extension ViewTransform {
    /// The rotation, clockwise as y points down, from −180 to 180.
    package var degrees: Double { atan2(b, a) * 180 / .pi }
}
