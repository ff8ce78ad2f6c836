// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryWire

/// What a worker says of its views, held to what there may be; in time that grows with its length.
extension ViewTree {
    /// Applies what changed in one frame, or in a part of it.
    ///
    /// - Parameters:
    ///   - patches: The changes, in order, as the codec has let them through.
    ///   - isLast: Whether the frame ends with them; the tree may be none before.
    /// - Throws: ``ViewFault`` for what cannot be; the tree is of no use then.
    package mutating func apply(_ patches: [ViewPatch], isLast: Bool = true) throws(ViewFault) {
        for patch in patches {
            switch patch {
            case .create(let view, let kind): try create(view, kind)
            case .remove(let view): try remove(view)
            case .children(let view, let children): try place(children, in: view)
            default:
                try change(patch)
                continue
            }
            partial.hasMoved = true
        }
        guard isLast else { return }
        if partial.hasMoved { try settle() }
        partial = Partial()
        guard textByteCount <= ViewLimit.textByteCount else {
            throw .size("its views have more than \(ViewLimit.textByteCount) bytes of text")
        }
    }

    // MARK: Views

    /// Most views in all lists of one frame: each is in one before and in one after, and then some.
    private static let placedLimit = 4 * ViewLimit.viewCount

    private mutating func create(_ view: UInt32, _ kind: ViewKind) throws(ViewFault) {
        guard view > lastNumber else { throw .form("it made view \(view) a second time") }
        lastNumber = view
        partial.createdCount += 1
        guard partial.createdCount <= ViewLimit.viewCount else {
            throw .size("it made more than \(ViewLimit.viewCount) views in one frame")
        }
        nodes[view] = Node(number: view, kind: kind)
        guard nodes.count <= ViewLimit.viewCount else {
            throw .size("it has more than \(ViewLimit.viewCount) views")
        }
    }

    private mutating func remove(_ view: UInt32) throws(ViewFault) {
        guard view != Self.root else { throw .form("it removed the root view") }
        guard let node = nodes.removeValue(forKey: view) else { throw .unknown(view) }
        for child in node.children where nodes[child]?.parent == view {
            nodes[child]?.parent = nil
        }
        textByteCount -= node.textByteCount
    }

    /// Puts views into another.
    ///
    /// Lists in which one of them was are put right at the frame's end, so that a view that goes to and
    /// fro costs no more than the words for it.
    private mutating func place(_ children: [UInt32], in view: UInt32) throws(ViewFault) {
        guard let before = nodes[view]?.children else { throw .unknown(view) }
        for child in before where nodes[child]?.parent == view { nodes[child]?.parent = nil }
        guard children.count < ViewLimit.viewCount else {
            throw .size("view \(view) has \(children.count) views in it")
        }
        partial.placedCount += children.count
        guard partial.placedCount <= Self.placedLimit else {
            throw .size("it put views into others more than \(Self.placedLimit) times in one frame")
        }
        var seen: Set<UInt32> = []
        for child in children {
            guard child != Self.root, child != view else {
                throw .form("it put view \(child) into view \(view)")
            }
            guard nodes[child] != nil else { throw .unknown(child) }
            guard seen.insert(child).inserted else {
                throw .form("it put view \(child) twice into view \(view)")
            }
            nodes[child]?.parent = view
        }
        nodes[view]?.children = children
    }

    /// Leaves each view in the one list that it was put into last, and looks for cycles and depth.
    private mutating func settle() throws(ViewFault) {
        for number in Array(nodes.keys) {
            guard let children = nodes[number]?.children, !children.isEmpty else { continue }
            let isRight = children.allSatisfy { nodes[$0]?.parent == number }
            if !isRight {
                let own = children.filter { nodes[$0]?.parent == number }
                nodes[number]?.children = own
            }
        }
        var level = nodes.values.filter { $0.parent == nil }.map(\.number)
        var reachedCount = 0
        var depth = 0
        while !level.isEmpty {
            reachedCount += level.count
            depth += 1
            guard depth <= ViewLimit.depth else {
                throw .size("its views are more than \(ViewLimit.depth) deep")
            }
            level = level.flatMap { nodes[$0]?.children ?? [] }
        }
        // From a cycle there is no way up, so none down to it.
        guard reachedCount == nodes.count else { throw .form("it put a view into itself") }
    }

    // MARK: Properties

    private mutating func change(_ patch: ViewPatch) throws(ViewFault) {
        switch patch {
        case .frame(let view, let frame): try with(view) { $0.frame = frame }
        case .text(let view, let key, let text): try setText(text, key, of: view)
        case .integer(let view, let key, let value):
            guard !key.isOfLayout, key.integerRange?.contains(value) == true else {
                throw .misplaced(key, view)
            }
            try with(view) { $0.integers[key] = value }
        case .real(let view, let key, let value):
            guard !key.isOfLayout, key.realRange?.contains(value) == true else {
                throw .misplaced(key, view)
            }
            try with(view) { $0.reals[key] = value }
        case .clear(let view, let key): try clear(key, of: view)
        case .runs(let view, let runs): try setRuns(runs, of: view)
        case .image(let view, let image): try setImage(image, of: view)
        case .transform(let view, let transform): try with(view) { $0.transform = transform }
        case .events(let view, let bits):
            let known = ViewEvent.allCases.reduce(0) { $0 | $1.bit }
            guard bits & ~known == 0 else {
                throw .form("view \(view) has events that there are not")
            }
            try with(view) { $0.events = bits }
        case .create, .remove, .children: return
        }
    }

    private mutating func with(
        _ view: UInt32,
        _ body: (inout Node) -> Void
    ) throws(ViewFault) {
        guard let index = nodes.index(forKey: view) else { throw .unknown(view) }
        body(&nodes.values[index])
    }

    private mutating func setText(
        _ text: String?,
        _ key: ViewKey,
        of view: UInt32
    ) throws(ViewFault) {
        guard key.type == .text else { throw .misplaced(key, view) }
        let byteCount = text?.utf8.count ?? 0
        guard byteCount <= ViewLimit.singleTextByteCount else {
            throw .size("view \(view) has a text of \(byteCount) bytes")
        }
        // Whoever draws, checks or searches the text compares it, and divides it into characters.
        let isolation = text?.markIsolation
        var added = byteCount
        try with(view) { node in
            added -= node.byteCount(of: key)
            node.texts[key] = isolation?.text
            node.joints[key] = isolation.flatMap { $0.joints.isEmpty ? nil : $0.joints }
            // They are parts of the text that was.
            if key == .text { node.runs = [] }
        }
        textByteCount += added
    }

    private mutating func clear(_ key: ViewKey, of view: UInt32) throws(ViewFault) {
        guard !key.isOfLayout else { throw .misplaced(key, view) }
        switch key.type {
        case .text: try setText(nil, key, of: view)
        case .integer: try with(view) { $0.integers[key] = nil }
        case .real: try with(view) { $0.reals[key] = nil }
        }
    }

    private mutating func setImage(_ image: ViewImage?, of view: UInt32) throws(ViewFault) {
        let byteCount = image?.name.utf8.count ?? 0
        guard byteCount <= ViewLimit.nameByteCount else {
            throw .size("the name of the picture of view \(view) has \(byteCount) bytes")
        }
        var image = image
        if let name = image?.name { image?.name = name.isolatingMarks }
        var added = byteCount
        try with(view) { node in
            added -= node.imageNameByteCount
            node.imageNameByteCount = byteCount
            node.image = image
            node.picture = nil
        }
        textByteCount += added
    }

    /// Sets what parts of a text look like: in order, not overlapping, of whole characters.
    private mutating func setRuns(_ runs: [TextRun], of view: UInt32) throws(ViewFault) {
        guard runs.count <= ViewLimit.runCount else {
            throw .size("the text of view \(view) has \(runs.count) runs")
        }
        guard let node = nodes[view] else { throw .unknown(view) }
        let text = (node.texts[.text] ?? "").utf8
        var places = JointedPlaces(node.joints[.text] ?? [])
        var known: [TextRun] = []
        var end = 0
        for var run in runs {
            let start = places.next(Int(run.start))
            let next = places.next(Int(run.start) + Int(run.count))
            guard start >= end, run.count > 0, next <= text.count else {
                throw .form("a run of view \(view) is not in its text")
            }
            guard text.begins(at: start), text.begins(at: next) else {
                throw .form("a run of view \(view) divides a character")
            }
            end = next
            run.start = UInt32(start)
            run.count = UInt32(next - start)
            run.fontWeight = min(run.fontWeight, 1000)
            run.flags &= 0xf
            known.append(run)
        }
        let result = known
        try with(view) { $0.runs = result }
    }
}

/// Where places of a text are once joiners stand in it; asked for in order, one after the other.
private struct JointedPlaces {
    private let joints: [Int]
    private var passedCount = 0

    init(_ joints: [Int]) {
        self.joints = joints
    }

    /// The place of a byte, or of the text's end: in front of the joiner where one stands there.
    ///
    /// For one that is before its predecessor it is before that one's too.
    mutating func next(_ offset: Int) -> Int {
        while passedCount < joints.count, joints[passedCount] < offset { passedCount += 1 }
        return offset + passedCount * String.markJoinerByteCount
    }
}

extension ViewTree.Node {
    /// Bytes of its texts as the extension wrote them, a picture's name among them.
    fileprivate var textByteCount: Int {
        texts.keys.reduce(imageNameByteCount) { $0 + byteCount(of: $1) }
    }

    /// Bytes of one of its texts as the extension wrote it.
    func byteCount(of key: ViewKey) -> Int {
        let joinerCount = joints[key]?.count ?? 0
        return (texts[key]?.utf8.count ?? 0) - joinerCount * String.markJoinerByteCount
    }
}

extension String.UTF8View {
    /// Whether a character begins, or the text ends, at a byte.
    ///
    /// In no time, as what is read from a frame is in one piece.
    fileprivate func begins(at offset: Int) -> Bool {
        offset == count || self[index(startIndex, offsetBy: offset)] & 0xc0 != 0x80
    }
}

extension ViewFault {
    fileprivate static func unknown(_ view: UInt32) -> ViewFault {
        .form("it speaks of view \(view), which there is not")
    }

    fileprivate static func misplaced(_ key: ViewKey, _ view: UInt32) -> ViewFault {
        .form("it told of \(key) of view \(view), which the host is not told of, or not so")
    }
}
