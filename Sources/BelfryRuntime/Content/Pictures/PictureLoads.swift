// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// Pictures that are still to be read, in order, one at a time: off the host's thread.
struct PictureLoads {
    /// One of them.
    struct Load: Sendable {
        let number: UInt64
        let view: UInt32
        let image: ViewImage
        let source: Source
    }

    /// Where a picture's bytes are.
    enum Source: Sendable {
        case file(OpenFile)
        case attachment(AttachmentLoan)
    }

    /// An open file that goes from one thread to another.
    final class OpenFile: Sendable {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) {
            self.descriptor = descriptor
        }
    }

    private var waiting: [Load] = []
    private(set) var current: Load?
    private var lastNumber: UInt64 = 0

    /// Most that wait: each can be an open file.
    private static let limit = 64

    var isEmpty: Bool { current == nil && waiting.isEmpty }

    /// Adds a picture; in place of one that its view is not to have any more.
    ///
    /// - Returns: Whether there was room.
    mutating func add(_ image: ViewImage, of view: UInt32, _ source: Source) -> Bool {
        waiting.removeAll { $0.view == view }
        guard waiting.count < Self.limit else { return false }
        lastNumber += 1
        waiting.append(Load(number: lastNumber, view: view, image: image, source: source))
        return true
    }

    /// The next one to be read; nil while one is.
    mutating func next() -> Load? {
        guard current == nil, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// The one under way is done.
    mutating func finish() {
        current = nil
    }

    /// Nothing more is to be read.
    mutating func removeAll() {
        waiting = []
    }

    /// Reads a picture.
    @concurrent
    static func read(_ source: Source) async -> Result<PictureFile, PictureFault> {
        switch source {
        case .file(let file):
            Result { () throws(PictureFault) in try PictureFile(file.descriptor) }
        case .attachment(let loan): await loan.picture()
        }
    }
}
