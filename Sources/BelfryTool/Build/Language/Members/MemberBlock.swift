// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A class's body, or that of an extension of it, as far as its members are found by name.
struct MemberBlock: Equatable {
    /// One outlet, action or other member.
    struct Member: Equatable {
        /// The conditions of the `#if`s that it stands in, within the block.
        let conditions: [String]

        /// The Swift that describes it.
        let code: String

        /// Whether it is there for being a method of `UNNotificationContentExtension`, which only one of
        /// a class can be.
        let isImplied: Bool
    }

    /// The class's name, with those of the types that it is in.
    let path: String

    /// Whether it is an extension's body: of a class, or of something else.
    let isExtension: Bool

    /// The conditions of the `#if`s that it stands in.
    let conditions: [String]

    var members: [Member] = []

    /// The superclass, where objects of it are made by the class's name; nil for all others.
    var superclass: String?

    /// The labels of the designated initialisers that it declares.
    var initialisers: [[String]] = []

    /// What iOS calls to make an object of a class that it has the name of: of a controller, a
    /// cell, the layer of a view.
    private static let usualInitialisers: [String: (labels: [String], arguments: String)] = [
        "UIViewController": (["nibName", "bundle"], "nibName: nil, bundle: nil"),
        "UITableViewCell": (["style", "reuseIdentifier"], "style: .default, reuseIdentifier: nil"),
        "UICollectionViewCell": (["frame"], "frame: .zero"),
        "UICollectionReusableView": (["frame"], "frame: .zero"),
        "UITableViewHeaderFooterView": (["reuseIdentifier"], "reuseIdentifier: nil"),
        "CALayer": ([], ""),
        "CAShapeLayer": ([], ""),
        "CAGradientLayer": ([], ""),
        "CATextLayer": ([], ""),
    ]

    /// Whether objects of a class with this superclass are made by the class's name.
    static func isMade(_ superclass: String) -> Bool { usualInitialisers[superclass] != nil }

    /// The Swift that makes an object as iOS makes it; nil where there is none.
    var maker: String? {
        guard let usual = superclass.flatMap({ Self.usualInitialisers[$0] }) else { return nil }
        if initialisers.isEmpty || initialisers.contains(usual.labels) {
            return "\(path)(\(usual.arguments))"
        }
        return initialisers.contains([]) ? "\(path)()" : nil
    }

    /// Whether there is anything to tell of it.
    var isEmpty: Bool { members.isEmpty && maker == nil }
}

/// The `#if`s that are open at a place of a source.
struct OpenConditions {
    private var open: [(earlier: [String], current: String?)] = []

    var depth: Int { open.count }

    mutating func begin(_ condition: String) { open.append(([], condition)) }

    /// Goes on to `#elseif`, or to `#else` where there is no condition.
    mutating func goOn(_ condition: String?) {
        guard let last = open.popLast() else { return }
        open.append((last.earlier + (last.current.map { [$0] } ?? []), condition))
    }

    mutating func end() { _ = open.popLast() }

    /// What holds, from one depth on, as conditions that can stand after `#if`.
    func texts(from depth: Int) -> [String] {
        open.dropFirst(depth).map { entry in
            let terms = entry.earlier.map { "!(\($0))" } + (entry.current.map { ["(\($0))"] } ?? [])
            return terms.joined(separator: " && ")
        }
    }
}
