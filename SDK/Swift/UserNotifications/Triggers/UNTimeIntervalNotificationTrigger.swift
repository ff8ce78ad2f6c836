// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A trigger that waits for a time to pass.
// Unchecked only because its superclass is; its stored property is a constant.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The seconds to wait.
    public let timeInterval: TimeInterval

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - timeInterval: The seconds to wait; above 0, and 60 or more where the trigger repeats.
    ///     Anything else is the mistake it is on Apple's systems, and ends the process.
    ///   - repeats: Whether to wait and deliver again and again.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(
            !repeats || timeInterval >= 60,
            "time interval must be at least 60 if repeating"
        )
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// Reads the trigger from an archive.
    public required convenience init?(coder: NSCoder) {
        guard let document = Document(coder: coder) else { return nil }
        self.init(document: document)
    }

    /// Reads the trigger from its document; nil for an interval that cannot be.
    override init?(document: Document) {
        let seconds = document.number("seconds")?.doubleValue ?? 0
        guard seconds > 0, seconds >= 60 || !document.flag("repeats") else { return nil }
        timeInterval = seconds
        super.init(document: document)
    }

    /// Returns the date on which the notification would be delivered were it added now.
    open func nextTriggerDate() -> Date? {
        date(after: Date())
    }

    override func date(after date: Date) -> Date? {
        date.addingTimeInterval(timeInterval)
    }

    /// The trigger as it travels.
    override var document: Document {
        var document = super.document
        document.members["kind"] = "timeInterval"
        document.members["seconds"] = timeInterval
        return document
    }

    /// The class, whether it repeats and the seconds.
    open override var description: String {
        "<\(type(of: self)): repeats: \(repeats), timeInterval: \(timeInterval)>"
    }
}
