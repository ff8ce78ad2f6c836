// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement
public import Foundation

/// Where messages come from: a subsystem, and a category in it.
public final class OSLog: NSObject, Sendable {
    /// A category with a meaning of its own.
    public struct Category: Hashable, Sendable {
        /// The category's name.
        public let rawValue: String

        /// Points of interest, which Apple's tools show by themselves.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Signposts that cost nothing unless they are recorded.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Signposts with the stack they were met on; here without it.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    private let isDisabled: Bool

    /// Names the source of messages.
    ///
    /// - Parameters:
    ///   - subsystem: The program, as a rule by its identifier.
    ///   - category: The part of the program.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem, category, isDisabled: false)
    }

    /// Names the source of messages by a category with a meaning of its own.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem, category.rawValue, isDisabled: false)
    }

    private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
    }

    /// The source without a name.
    public static let `default` = OSLog("", "", isDisabled: false)

    /// A source whose messages go nowhere.
    public static let disabled = OSLog("", "", isDisabled: true)

    /// Whether messages of the level are logged: all but those of `disabled`.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled
    }

    /// Whether signposts are logged: all but those of `disabled`.
    public var signpostsEnabled: Bool {
        !isDisabled
    }

    /// Writes a line to the run's log.
    func write(_ level: RunLog.Level, _ text: @autoclosure () -> String) {
        guard !isDisabled else { return }
        let source = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
        RunLog.write(level, source + text())
    }
}

extension RunLog.Level {
    /// The level that stands for one of Apple's.
    init(_ type: OSLogType) {
        switch type {
        case .debug: self = .debug
        case .error, .fault: self = .error
        default: self = .info
        }
    }
}
