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
        case page(OpenFile)
    }

    /// An open file that goes from one thread to another.
    final class OpenFile: Sendable {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) {
            self.descriptor = descriptor
        }
    }

    /// What goes on now.
    private enum State {
        /// The next one can be read.
        case free
        /// One is read.
        case reading(Load)
        /// So much was read that the next one has to wait.
        case resting
    }

    private var state = State.free
    private var waiting: [Load] = []
    private(set) var lastNumber: UInt64 = 0
    private var rate = RateLimit(sustained: Self.bytesPerSecond, burst: 4 * Self.bytesPerSecond)

    /// Most that wait, and that are looked for in one frame: each can be an open file.
    static let limit = 64

    private static let bytesPerSecond = Double(16 << 20)

    /// Whether nothing up to a number is to be read any more.
    func isDone(upTo number: UInt64) -> Bool {
        if case .reading(let load) = state, load.number <= number { return false }
        return (waiting.first?.number ?? .max) > number
    }

    /// Adds the pictures that a frame has set, each in place of one that its view is not to have any
    /// more.
    ///
    /// A file is opened only where there is room for its picture, and only so many are looked for: each
    /// costs the caller's thread a call or more, and a frame can name a thousand.
    ///
    /// - Parameters:
    ///   - views: The views whose picture is another.
    ///   - tree: The views as they are.
    ///   - open: Finds where a picture's bytes are; nil for a picture without any.
    ///   - refuse: Is told of each picture that there is none of, and of one for which there is no room.
    /// - Returns: How many were looked for.
    mutating func add(
        picturesOf views: [UInt32],
        in tree: ViewTree,
        open: (ViewImage) throws(PictureFault) -> Source?,
        refuse: (ViewImage, PictureFault) -> Void
    ) -> Int {
        var count = 0
        var left: ViewImage?
        for view in views {
            guard let image = tree.nodes[view]?.image, image.source != .symbol else { continue }
            guard makeRoom(for: view), count < Self.limit else {
                left = left ?? image
                continue
            }
            count += 1
            do throws(PictureFault) {
                if let source = try open(image) { append(image, of: view, source) }
            } catch {
                refuse(image, error)
            }
        }
        if let left { refuse(left, PictureFault("is one of too many at once")) }
        return count
    }

    /// Adds a picture; in place of one that its view is not to have any more.
    ///
    /// - Returns: Whether there was room.
    mutating func add(_ image: ViewImage, of view: UInt32, _ source: Source) -> Bool {
        guard makeRoom(for: view) else { return false }
        append(image, of: view, source)
        return true
    }

    /// Gives up the picture that a view is not to have any more.
    ///
    /// - Returns: Whether there is room for another.
    private mutating func makeRoom(for view: UInt32) -> Bool {
        waiting.removeAll { $0.view == view }
        return waiting.count < Self.limit
    }

    private mutating func append(_ image: ViewImage, of view: UInt32, _ source: Source) {
        lastNumber += 1
        waiting.append(Load(number: lastNumber, view: view, image: image, source: source))
    }

    /// The next one to be read; nil while one is.
    mutating func next() -> Load? {
        guard case .free = state, !waiting.isEmpty else { return nil }
        let load = waiting.removeFirst()
        state = .reading(load)
        return load
    }

    /// The one under way is done.
    ///
    /// - Parameter byteCount: How much was read.
    /// - Returns: How long the next one has to wait.
    mutating func finish(byteCount: Int) -> Duration {
        let wait = rate.count(at: .now, weight: Double(byteCount))
        state = wait > .zero ? .resting : .free
        return wait
    }

    /// The next one has waited.
    mutating func hasRested() {
        state = .free
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
        case .page(let file):
            Result { () throws(PictureFault) in try PictureFile(page: file.descriptor) }
        }
    }
}
