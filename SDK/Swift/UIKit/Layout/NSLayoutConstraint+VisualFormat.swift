// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

extension NSLayoutConstraint {
    /// How views of a visual format stand across its direction.
    public struct FormatOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Left edges.
        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        /// Right edges.
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        /// Upper edges.
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        /// Lower edges.
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        /// Edges where reading begins.
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        /// Edges where reading ends.
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        /// Middles from left to right.
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        /// Middles from top to bottom.
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        /// The last lines.
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        /// The first lines.
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        /// As reading goes; so it is without it.
        public static let directionLeadingToTrailing: FormatOptions = []
        /// From left to right, which is as reading goes.
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)

        fileprivate var attributes: [Attribute] {
            let all: [(FormatOptions, Attribute)] = [
                (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top),
                (.alignAllBottom, .bottom), (.alignAllLeading, .leading),
                (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
                (.alignAllCenterY, .centerY), (.alignAllLastBaseline, .lastBaseline),
                (.alignAllFirstBaseline, .firstBaseline),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }

    /// Makes the rules that a visual format stands for, such as `H:|-[a(>=20)]-8-[b(==a)]-|`.
    ///
    /// A format that cannot be read is an error in the log that names the place, and gives no rules; iOS
    /// ends the process.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - opts: How the views stand across its direction.
    ///   - metrics: Numbers by name.
    ///   - views: Views and guides by name.
    /// - Returns: The rules, which do not hold yet.
    public class func constraints(
        withVisualFormat format: String,
        options opts: FormatOptions = [],
        metrics: [String: Any]? = nil,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        do throws(VisualFormat.Fault) {
            var reader = VisualFormat.Reader(format, metrics: metrics ?? [:], views: views)
            let line = try reader.read()
            return line.constraints + line.aligned(opts.attributes)
        } catch {
            RunLog.write(
                .error,
                "The visual format \"\(format)\" is not read: \(error.reason) at character "
                    + "\(error.place + 1)."
            )
            return []
        }
    }
}

/// Lines of views, as Apple's visual format language describes them.
@MainActor private enum VisualFormat {
    struct Fault: Error {
        let reason: String
        let place: Int
    }

    /// A length or a distance.
    struct Predicate {
        var relation = NSLayoutConstraint.Relation.equal
        var constant: CGFloat = 0
        /// What has the same length.
        var view: Any?
        var priority = UILayoutPriority.required
    }

    @MainActor struct Line {
        let isVertical: Bool
        var views: [Any] = []
        var constraints: [NSLayoutConstraint] = []

        func aligned(_ attributes: [NSLayoutConstraint.Attribute]) -> [NSLayoutConstraint] {
            guard let first = views.first else { return [] }
            return attributes.flatMap { attribute in
                views.dropFirst().map { view in
                    NSLayoutConstraint(
                        item: view,
                        attribute: attribute,
                        relatedBy: .equal,
                        toItem: first,
                        attribute: attribute,
                        multiplier: 1,
                        constant: 0
                    )
                }
            }
        }
    }

    /// How far one thing is from the next.
    enum Gap {
        /// As far as is usual.
        case standard
        case predicates([Predicate])
    }

    @MainActor struct Reader {
        private let text: [Character]
        private let metrics: [String: Any]
        private let views: [String: Any]
        private var place = 0
        private var line = Line(isVertical: false)

        init(_ format: String, metrics: [String: Any], views: [String: Any]) {
            text = Array(format)
            self.metrics = metrics
            self.views = views
        }

        mutating func read() throws(Fault) -> Line {
            if take("V:") { line = Line(isVertical: true) } else { _ = take("H:") }
            var isAtEdge = take("|")
            var gap = isAtEdge ? try gap() : nil
            try view(after: isAtEdge ? nil : .none, gap: gap, isFirst: !isAtEdge)
            isAtEdge = false
            while place < text.count {
                gap = try self.gap()
                if take("|") {
                    try close(gap)
                    guard place == text.count else { throw fault("something follows the last |") }
                    break
                }
                try view(after: line.views.last, gap: gap, isFirst: false)
            }
            return line
        }

        // MARK: Rules

        private var attributes:
            (begin: NSLayoutConstraint.Attribute, end: NSLayoutConstraint.Attribute)
        {
            line.isVertical ? (.top, .bottom) : (.leading, .trailing)
        }

        private mutating func view(after last: Any?, gap: Gap?, isFirst: Bool) throws(Fault) {
            guard take("[") else { throw fault("a view in brackets is missing") }
            let name = self.name()
            guard let view = views[name] else { throw fault("there is no view \"\(name)\"") }
            if take("(") {
                for predicate in try predicates() { add(lengthOf: view, predicate) }
            }
            guard take("]") else { throw fault("a ] is missing") }
            if !isFirst {
                if let last {
                    add(view, attributes.begin, gap, to: last, attributes.end)
                } else if let parent = (view as? UIView)?.superview {
                    let margin: NSLayoutConstraint.Attribute =
                        line.isVertical ? .topMargin : .leadingMargin
                    let isStandard = if case .standard = gap { true } else { false }
                    add(
                        view,
                        attributes.begin,
                        isStandard ? nil : gap,
                        to: parent,
                        isStandard ? margin : attributes.begin
                    )
                } else {
                    throw fault("\"\(name)\" is in no view")
                }
            }
            line.views.append(view)
        }

        private mutating func close(_ gap: Gap?) throws(Fault) {
            guard let last = line.views.last, let parent = (last as? UIView)?.superview else {
                throw fault("the last view is in no view")
            }
            let margin: NSLayoutConstraint.Attribute =
                line.isVertical ? .bottomMargin : .trailingMargin
            let isStandard = if case .standard = gap { true } else { false }
            add(
                parent,
                isStandard ? margin : attributes.end,
                isStandard ? nil : gap,
                to: last,
                attributes.end
            )
        }

        private mutating func add(
            _ view: Any,
            _ attribute: NSLayoutConstraint.Attribute,
            _ gap: Gap?,
            to other: Any,
            _ otherAttribute: NSLayoutConstraint.Attribute
        ) {
            let predicates: [Predicate] =
                switch gap {
                case nil: [Predicate()]
                case .standard: [Predicate(constant: 8)]
                case .predicates(let all): all
                }
            for predicate in predicates {
                let made = NSLayoutConstraint(
                    item: view,
                    attribute: attribute,
                    relatedBy: predicate.relation,
                    toItem: other,
                    attribute: otherAttribute,
                    multiplier: 1,
                    constant: predicate.constant
                )
                made.priority = predicate.priority
                line.constraints.append(made)
            }
        }

        private mutating func add(lengthOf view: Any, _ predicate: Predicate) {
            let length: NSLayoutConstraint.Attribute = line.isVertical ? .height : .width
            let made = NSLayoutConstraint(
                item: view,
                attribute: length,
                relatedBy: predicate.relation,
                toItem: predicate.view,
                attribute: predicate.view == nil ? .notAnAttribute : length,
                multiplier: 1,
                constant: predicate.constant
            )
            made.priority = predicate.priority
            line.constraints.append(made)
        }

        // MARK: Words

        /// A distance: `-`, `-8-`, `-(>=8@750)-`; nil for none, where things touch.
        private mutating func gap() throws(Fault) -> Gap? {
            guard take("-") else { return nil }
            if place < text.count, text[place] == "[" || text[place] == "|" { return .standard }
            let all: [Predicate]
            if take("(") { all = try predicates() } else { all = [try predicate()] }
            guard take("-") else { throw fault("a - is missing behind a distance") }
            return .predicates(all)
        }

        private mutating func predicates() throws(Fault) -> [Predicate] {
            var all = [try predicate()]
            while take(",") { all.append(try predicate()) }
            guard take(")") else { throw fault("a ) is missing") }
            return all
        }

        private mutating func predicate() throws(Fault) -> Predicate {
            var predicate = Predicate()
            if take("<=") {
                predicate.relation = .lessThanOrEqual
            } else if take(">=") {
                predicate.relation = .greaterThanOrEqual
            } else {
                _ = take("==")
            }
            let word = name()
            if let number = number(word) {
                predicate.constant = number
            } else if let view = views[word] {
                predicate.view = view
            } else {
                throw fault("\"\(word)\" is neither a number, a metric nor a view")
            }
            if take("@") {
                let priority = name()
                guard let number = number(priority) else {
                    throw fault("\"\(priority)\" is no priority")
                }
                predicate.priority = UILayoutPriority(Float(number))
            }
            return predicate
        }

        private func number(_ word: String) -> CGFloat? {
            switch metrics[word] {
            case let number as CGFloat: number
            case let number as Double: number
            case let number as Int: CGFloat(number)
            case let number as Float: CGFloat(number)
            case let number as NSNumber: CGFloat(number.doubleValue)
            default: Double(word).map { CGFloat($0) }
            }
        }

        private mutating func take(_ word: String) -> Bool {
            guard text[place...].starts(with: word) else { return false }
            place += word.count
            return true
        }

        private mutating func name() -> String {
            let start = place
            while place < text.count,
                text[place].isLetter || text[place].isNumber || "_.".contains(text[place])
            { place += 1 }
            return String(text[start..<place])
        }

        private func fault(_ reason: String) -> Fault { Fault(reason: reason, place: place) }
    }
}
