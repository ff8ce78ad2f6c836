// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// A frame on its way: its parts come in packets, each applied as it comes, so that none keeps the
/// host for long.
struct IncomingFrame {
    /// The views with the parts so far; nil while there are none.
    private var draft: ViewTree?
    private var patchCount = 0
    private var byteCount = 0

    /// Views whose picture is another, in order, each once.
    private(set) var pictured: [UInt32] = []
    private var known: Set<UInt32> = []

    /// Most changes in one frame: each view made and all of its properties set, and then some.
    private static let patchLimit = ViewLimit.viewCount * 64

    /// Most bytes of one: those changes, with all texts and how they look.
    private static let byteLimit = 16 << 20

    /// Takes a part.
    ///
    /// - Parameters:
    ///   - patches: What changes.
    ///   - isLast: Whether the frame ends with it.
    ///   - tree: The views as they are; as the frame has them once it has ended.
    /// - Throws: ``ViewFault`` for what cannot be.
    mutating func take(
        _ patches: [ViewPatch],
        isLast: Bool,
        into tree: inout ViewTree
    ) throws(ViewFault) {
        patchCount += patches.count
        byteCount += patches.reduce(0) { $0 + $1.greatestByteCount }
        guard patchCount <= Self.patchLimit, byteCount <= Self.byteLimit else {
            throw .size("a frame of it has more changes than there can be")
        }
        for case .image(let view, _?) in patches where known.insert(view).inserted {
            pictured.append(view)
        }
        if isLast, draft == nil { return try tree.apply(patches) }
        var views = draft ?? tree
        draft = nil
        try views.apply(patches, isLast: isLast)
        if isLast { tree = views } else { draft = views }
    }

    /// Gives a view the picture that its image is, where the frame leaves it that image.
    mutating func setPicture(_ name: String, of image: ViewImage, in view: UInt32) {
        guard draft?.nodes[view]?.image == image else { return }
        draft?.setPicture(name, of: view)
    }
}
