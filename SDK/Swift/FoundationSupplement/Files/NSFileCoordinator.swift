// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Whoever wants to hear of changes to a file.
///
/// - Note: Without effect: changes of files are not announced, as an extension's files are its own.
public protocol NSFilePresenter: NSObjectProtocol {
    /// The file.
    ///
    /// - Note: Without effect: changes of files are not announced.
    var presentedItemURL: URL? { get }
    /// Where it wants to be told.
    ///
    /// - Note: Without effect: changes of files are not announced.
    var presentedItemOperationQueue: OperationQueue { get }
}

/// Reads and writes files in turn with others.
///
/// The coordinations of one process take turns, whatever their files. Nothing is coordinated with
/// other processes: an extension's container is its own.
open class NSFileCoordinator: NSObject {
    /// How a file is read.
    ///
    /// - Note: Without effect: turns are taken whatever the options.
    public struct ReadingOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Takes Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Presenters need not save.
        public static let withoutChanges = ReadingOptions(rawValue: 1)
        /// Links are followed.
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
        /// Only what is known of the file is read.
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
        /// The file is read to be sent.
        public static let forUploading = ReadingOptions(rawValue: 8)
    }

    /// How a file is written.
    ///
    /// - Note: Without effect: turns are taken whatever the options.
    public struct WritingOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Takes Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// It goes away.
        public static let forDeleting = WritingOptions(rawValue: 1)
        /// It goes elsewhere.
        public static let forMoving = WritingOptions(rawValue: 2)
        /// Presenters save first.
        public static let forMerging = WritingOptions(rawValue: 4)
        /// Another takes its place.
        public static let forReplacing = WritingOptions(rawValue: 8)
        /// What is known of it changes, not the contents.
        public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
    }

    // Recursive: an accessor may coordinate.
    private static let turn = NSRecursiveLock()

    /// Coordinates on behalf of a presenter, which is not told of anything.
    public init(filePresenter: (any NSFilePresenter)? = nil) {}

    /// Adds a presenter.
    ///
    /// - Note: Without effect: presenters are not told of anything.
    open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {}

    /// Removes a presenter.
    ///
    /// - Note: Without effect: presenters are not told of anything.
    open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {}

    /// Runs the reader with the file when it is its turn.
    open func coordinate(
        readingItemAt url: URL,
        options: ReadingOptions = [],
        error outError: UnsafeMutablePointer<NSError?>?,
        byAccessor reader: (URL) -> Void
    ) {
        Self.turn.withLock { reader(url) }
    }

    /// Runs the writer with the file when it is its turn.
    open func coordinate(
        writingItemAt url: URL,
        options: WritingOptions = [],
        error outError: UnsafeMutablePointer<NSError?>?,
        byAccessor writer: (URL) -> Void
    ) {
        Self.turn.withLock { writer(url) }
    }

    /// Runs the accessor with both files when it is its turn.
    open func coordinate(
        readingItemAt readingURL: URL,
        options readingOptions: ReadingOptions = [],
        writingItemAt writingURL: URL,
        options writingOptions: WritingOptions = [],
        error outError: UnsafeMutablePointer<NSError?>?,
        byAccessor readerWriter: (URL, URL) -> Void
    ) {
        Self.turn.withLock { readerWriter(readingURL, writingURL) }
    }

    /// Runs the writer with both files when it is its turn.
    open func coordinate(
        writingItemAt url1: URL,
        options options1: WritingOptions = [],
        writingItemAt url2: URL,
        options options2: WritingOptions = [],
        error outError: UnsafeMutablePointer<NSError?>?,
        byAccessor writer: (URL, URL) -> Void
    ) {
        Self.turn.withLock { writer(url1, url2) }
    }

    /// Ends a coordination that waits.
    ///
    /// - Note: Without effect: none waits for another process.
    open func cancel() {}
}
