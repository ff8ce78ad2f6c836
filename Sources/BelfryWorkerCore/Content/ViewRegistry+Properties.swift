// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

/// What views look like.
extension ViewRegistry {
    func set(_ view: UInt64, _ key: UInt32, text: String) -> Status {
        change(view) { node, state in
            guard let key = ViewKey(rawValue: key), key.type == .text else { return .unsupported }
            return state.set(node, key, text: text)
        }
    }

    func set(_ view: UInt64, _ key: UInt32, integer: Int64) -> Status {
        change(view) { node, state in
            guard let key = ViewKey(rawValue: key), let range = key.integerRange else {
                return .unsupported
            }
            guard range.contains(integer) else { return .argument }
            guard node.look.integers[key] != integer else { return .ok }
            node.look.integers[key] = integer
            state.note(node, key)
            return .ok
        }
    }

    func set(_ view: UInt64, _ key: UInt32, real: Double) -> Status {
        change(view) { node, state in
            guard let key = ViewKey(rawValue: key), let range = key.realRange else {
                return .unsupported
            }
            // A range holds no NaN.
            guard range.contains(real) else { return .argument }
            guard node.look.reals[key] != real else { return .ok }
            node.look.reals[key] = real
            state.note(node, key)
            return .ok
        }
    }

    /// Lends a text.
    func text(_ view: UInt64, _ key: UInt32) -> Result<LentText, Status> {
        read(view) { node, _ in
            guard let key = ViewKey(rawValue: key), key.type == .text else {
                return .failure(.unsupported)
            }
            return .success(LentText(node.look.texts[key]))
        }
    }

    func integer(_ view: UInt64, _ key: UInt32) -> Result<Int64, Status> {
        read(view) { node, _ in
            guard let key = ViewKey(rawValue: key), key.type == .integer else {
                return .failure(.unsupported)
            }
            return node.look.integers[key].map { .success($0) } ?? .failure(.notFound)
        }
    }

    func real(_ view: UInt64, _ key: UInt32) -> Result<Double, Status> {
        read(view) { node, _ in
            guard let key = ViewKey(rawValue: key), key.type == .real else {
                return .failure(.unsupported)
            }
            return node.look.reals[key].map { .success($0) } ?? .failure(.notFound)
        }
    }

    func clear(_ view: UInt64, _ key: UInt32) -> Status {
        change(view) { node, state in
            guard let key = ViewKey(rawValue: key) else { return .unsupported }
            let before = node.textByteCount
            node.look.texts[key] = nil
            node.look.integers[key] = nil
            node.look.reals[key] = nil
            if key == .text { node.look.runs = [] }
            state.textByteCount += node.textByteCount - before
            state.note(node, key)
            return .ok
        }
    }

    /// Says what parts of a text look like.
    func set(_ view: UInt64, runs: [TextRun]) -> Status {
        change(view) { node, state in
            guard runs.count <= ViewLimit.runCount,
                Self.fit(runs, into: node.look.texts[.text]?.copied ?? [])
            else { return .argument }
            // Those of nothing say nothing.
            let told = runs.filter { $0.count > 0 }
            guard node.look.runs != told else { return .ok }
            node.look.runs = told
            state.note(node, .text)
            return .ok
        }
    }

    func set(_ view: UInt64, image: ViewImage?) -> Status {
        change(view) { node, state in
            guard node.kind == .image || (node.kind == .button && image?.source != .page) else {
                return .unsupported
            }
            let before = node.textByteCount
            let byteCount = image?.name.utf8.count ?? 0
            let rest = state.textByteCount - (node.look.image?.name.utf8.count ?? 0)
            guard rest + byteCount <= ViewLimit.textByteCount else { return .limit }
            guard node.look.image != image else { return .ok }
            node.look.image = image
            state.textByteCount += node.textByteCount - before
            state.needsLayout = true
            state.note(node)
            return .ok
        }
    }

    func set(_ view: UInt64, transform: ViewTransform) -> Status {
        change(view) { node, state in
            let values = [
                transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
            ]
            guard values.allSatisfy(\.isCoordinate) else { return .argument }
            guard node.look.transform != transform else { return .ok }
            node.look.transform = transform
            state.note(node)
            return .ok
        }
    }

    /// Whether runs are in order, apart, and begin and end where characters do.
    private static func fit(_ runs: [TextRun], into text: [UInt8]) -> Bool {
        func isBoundary(_ offset: UInt64) -> Bool {
            offset == text.count || (offset < text.count && text[Int(offset)] & 0xc0 != 0x80)
        }
        var end: UInt64 = 0
        for run in runs {
            let start = UInt64(run.start)
            guard start >= end, isBoundary(start), isBoundary(start + UInt64(run.count)),
                ViewKey.fontSize.realRange?.contains(run.fontSize) == true,
                run.fontWeight <= 1000, run.flags <= 15
            else { return false }
            end = start + UInt64(run.count)
        }
        return true
    }
}

extension ViewRegistry.State {
    /// Sets a text; the same again only forgets its runs.
    mutating func set(_ node: ViewNode, _ key: ViewKey, text: String) -> Status {
        let count = text.utf8.count
        let others = textByteCount - (node.look.texts[key]?.count ?? 0)
        guard count <= ViewLimit.singleTextByteCount, others + count <= ViewLimit.textByteCount
        else { return .limit }
        if key == .text, !node.look.runs.isEmpty {
            node.look.runs = []
            note(node, key)
        }
        let kept = StableText(text.utf8)
        // What was lent stays where it is.
        guard node.look.texts[key] != kept else { return .ok }
        node.look.texts[key] = kept
        textByteCount = others + count
        note(node, key)
        return .ok
    }

    /// Notes that a property may be other than the host was told.
    mutating func note(_ node: ViewNode, _ key: ViewKey) {
        if !key.isOfLook { needsLayout = true }
        if !key.isOfLayout { note(node) }
    }
}

extension ViewKey {
    /// Whether layout does not look at it.
    fileprivate var isOfLook: Bool {
        switch self {
        case .accessibilityLabel, .isEnabled, .isInteractive, .textColor, .backgroundColor,
            .tintColor, .borderColor, .textAlignment, .contentMode, .clips, .isOn, .isAnimating,
            .isSecure, .isEditable, .isContinuous, .isSelected, .trackColor, .thumbColor, .corners,
            .shadowColor, .alpha, .cornerRadius, .borderWidth, .value, .minimum, .maximum,
            .offsetX, .offsetY, .shadowRadius, .shadowX, .shadowY:
            true
        default: false
        }
    }
}

extension Double {
    /// Whether it is a number of points that there can be.
    var isCoordinate: Bool { abs(self) <= ViewLimit.coordinate }
}

/// A view of a text that stays where it is; a pointer could not leave the lock.
struct LentText: Sendable {
    private let address: UInt
    private let count: UInt64

    init(_ text: StableText?) {
        let borrowed = unsafe text?.borrowed ?? bf_string()
        address = unsafe UInt(bitPattern: borrowed.bytes)
        count = unsafe borrowed.count
    }

    var borrowed: bf_string {
        unsafe bf_string(bytes: UnsafePointer(bitPattern: address), count: count)
    }
}
