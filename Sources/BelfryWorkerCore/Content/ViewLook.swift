// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// All that can be said of a view at one moment, but for what it is.
///
/// A view has two: as it is now, and as the host was last told.
struct ViewLook {
    /// The numbers of the views in it, those in front last.
    var children: [UInt32] = []
    var frame = ViewFrame()
    var texts: [ViewKey: StableText] = [:]
    var integers: [ViewKey: Int64] = [:]
    var reals: [ViewKey: Double] = [:]
    var runs: [TextRun] = []
    var image: ViewImage?
    var transform = ViewTransform()
    /// A bit for each event with a handler.
    var events: UInt32 = 0

    /// What is to be said for a view that looks as `sent` to look as this one, but for its children.
    ///
    /// What layout alone looks at is not said; `touched` is, changed or not.
    func patches(
        of view: UInt32,
        since sent: ViewLook,
        touched: Set<ViewKey> = []
    ) -> [ViewPatch] {
        var patches: [ViewPatch] = []
        if frame != sent.frame { patches.append(.frame(view, frame)) }
        patches += textPatches(of: view, since: sent, touched.contains(.text))
        for key in changedKeys(integers, sent.integers, touched) {
            patches.append(integers[key].map { .integer(view, key, $0) } ?? .clear(view, key))
        }
        for key in changedKeys(reals, sent.reals, touched) {
            patches.append(reals[key].map { .real(view, key, $0) } ?? .clear(view, key))
        }
        if image != sent.image { patches.append(.image(view, image)) }
        if transform != sent.transform { patches.append(.transform(view, transform)) }
        if events != sent.events { patches.append(.events(view, events)) }
        return patches
    }

    private func textPatches(
        of view: UInt32,
        since sent: ViewLook,
        _ isTouched: Bool
    ) -> [ViewPatch] {
        var patches: [ViewPatch] = []
        var changed = Set(texts.keys).union(sent.texts.keys)
            .filter { texts[$0] != sent.texts[$0] }
        if isTouched { changed.insert(.text) }
        for key in changed.sorted(by: { $0.rawValue < $1.rawValue }) {
            patches.append(texts[key].map { .text(view, key, $0.text) } ?? .clear(view, key))
        }
        let hadRuns = !runs.isEmpty || !sent.runs.isEmpty
        if runs != sent.runs || (hadRuns && changed.contains(.text)) {
            patches.append(.runs(view, runs))
        }
        return patches
    }

    private func changedKeys<Value: Equatable>(
        _ values: [ViewKey: Value],
        _ sent: [ViewKey: Value],
        _ touched: Set<ViewKey>
    ) -> [ViewKey] {
        Set(values.keys).union(sent.keys)
            .filter { !$0.isOfLayout && (values[$0] != sent[$0] || touched.contains($0)) }
            .sorted { $0.rawValue < $1.rawValue }
    }
}

extension StableText: Equatable {
    static func == (left: StableText, right: StableText) -> Bool {
        left === right || left.copied == right.copied
    }

    /// A copy for those who speak in texts; only what is UTF-8 is kept in one.
    var text: String { String(decoding: copied, as: UTF8.self) }
}
