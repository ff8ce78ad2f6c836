// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ContentEvent {
    /// Tells of changes in as many packets as they need, each within ``WorkerEvent/frameLimit``.
    package static func frames(of patches: [ViewPatch]) -> [ContentEvent] {
        var frames: [ContentEvent] = []
        var packet: [ViewPatch] = []
        var byteCount = 0
        for patch in patches {
            let added = patch.greatestByteCount
            if byteCount + added > packetLimit, !packet.isEmpty {
                frames.append(.frame(patches: packet, isLast: false))
                packet = []
                byteCount = 0
            }
            packet.append(patch)
            byteCount += added
        }
        if !packet.isEmpty { frames.append(.frame(patches: packet, isLast: true)) }
        return frames
    }

    /// What is around the patches is less than a hundred bytes.
    private static let packetLimit = WorkerEvent.frameLimit - 100
}

extension ViewPatch {
    /// Most bytes that this patch has in a frame.
    package var greatestByteCount: Int {
        let variable =
            switch self {
            case .text(_, _, let text): text.utf8.count
            case .image(_, let image): image?.name.utf8.count ?? 0
            case .children(_, let children): children.count * 4
            case .runs(_, let runs): runs.count * 40
            default: 0
            }
        return 64 + variable
    }
}
