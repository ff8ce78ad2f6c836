// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The centre as an object on the session bus: what programs ask of it, until it has answered.
///
/// It has a name of its own, so that a sandboxed program that may show notifications may not read those of
/// others: it would have to be given this name.
struct CenterObject {
    /// What is asked here.
    enum Outcome {
        /// It is answered.
        case done
        /// The centre has to be asked.
        case question(BusQuestion)
    }

    static let name = "org.belfry.Center1"
    static let path = "/org/belfry/Center1"

    /// Most questions that wait for the centre.
    private static let limit = 64

    private var questions: [Int: HeldMessage] = [:]
    private var lastNumber = 0

    /// Forgets what was asked over a connection that is gone.
    mutating func forget() {
        questions = [:]
    }

    /// Takes a call of a program's.
    ///
    /// - Parameters:
    ///   - held: The call.
    ///   - interface: Its interface, which may be empty.
    ///   - member: Its method.
    ///   - connection: Where it is answered.
    /// - Returns: What is to be done.
    /// - Throws: SystemError once the connection is gone.
    mutating func take(
        _ held: HeldMessage,
        _ interface: String,
        _ member: String,
        _ connection: borrowing BusConnection
    ) throws(SystemError) -> Outcome {
        let signature = held.message.signature
        switch (held.message.path, interface, member) {
        case (_, "org.freedesktop.DBus.Introspectable", "Introspect"):
            let answer = try held.message.makeAnswer()
            try answer.append(Self.description(of: held.message.path))
            try send(answer, to: held, connection)
            return .done
        case (Self.path, "", "ListNotifications"), (Self.path, Self.name, "ListNotifications"):
            guard signature.isEmpty else { break }
            return try keep(held, .list, connection)
        case (Self.path, "", "RemoveNotification"), (Self.path, Self.name, "RemoveNotification"):
            guard signature == "u", let number = held.message.readNumber() else { break }
            return try keep(held, .remove(sequence: number), connection)
        default:
            try refuse(held, .unknownMethod, connection)
            return .done
        }
        try refuse(held, .otherArguments, connection)
        return .done
    }

    private mutating func keep(
        _ held: HeldMessage,
        _ kind: BusQuestion.Kind,
        _ connection: borrowing BusConnection
    ) throws(SystemError) -> Outcome {
        guard questions.count < Self.limit else {
            try refuse(held, .tooManyQuestions, connection)
            return .done
        }
        lastNumber += 1
        questions[lastNumber] = held
        return .question(BusQuestion(number: lastNumber, kind: kind))
    }

    /// Answers a question; one of a connection that is gone has no answer.
    mutating func answer(
        _ question: BusQuestion,
        _ answer: BusAnswer,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        guard let held = questions.removeValue(forKey: question.number) else { return }
        switch answer {
        case .list(let notifications):
            let message = try held.message.makeAnswer()
            try message.append(notifications)
            try send(message, to: held, connection)
        case .removed: try send(try held.message.makeAnswer(), to: held, connection)
        case .refused(let words):
            try refuse(
                held,
                BusRefusal(
                    name: "org.freedesktop.DBus.Error.Failed",
                    text: words.fitForBus(byteLimit: 512)
                ),
                connection
            )
        }
    }

    private func send(
        _ answer: borrowing BusMessage,
        to held: HeldMessage,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        if held.message.wantsAnswer { try connection.send(answer) }
    }

    private func refuse(
        _ held: HeldMessage,
        _ refusal: BusRefusal,
        _ connection: borrowing BusConnection
    ) throws(SystemError) {
        try send(try held.message.makeRefusal(refusal), to: held, connection)
    }

    /// What a program is told that looks at the objects, as `busctl tree` does.
    private static func description(of path: String) -> String {
        guard path != Self.path else {
            return """
                <node><interface name="\(name)">\
                <method name="ListNotifications">\
                <arg name="notifications" type="aa{sv}" direction="out"/></method>\
                <method name="RemoveNotification">\
                <arg name="sequence" type="u" direction="in"/></method>\
                </interface></node>
                """
        }
        // The way there, from the root on.
        let steps = Self.path.split(separator: "/")
        let taken = path.split(separator: "/")
        guard steps.starts(with: taken), taken.count < steps.count else { return "<node/>" }
        return "<node><node name=\"\(steps[taken.count])\"/></node>"
    }
}

extension BusMessage {
    /// Writes a list of notifications: aa{sv}.
    borrowing func append(_ notifications: [ListedNotification]) throws(SystemError) {
        try append("a", of: "a{sv}") { () throws(SystemError) in
            for one in notifications {
                try append("a", of: "{sv}") { () throws(SystemError) in
                    try appendEntry("sequence", "u") { () throws(SystemError) in
                        try append(one.sequence)
                    }
                    try appendEntry("presented", "x") { () throws(SystemError) in
                        try append(one.presented)
                    }
                    for (name, flag) in [("seen", one.isSeen), ("hidden", one.isHidden)] {
                        try appendEntry(name, "b") { () throws(SystemError) in try append(flag) }
                    }
                    for (name, text) in [
                        ("app", one.app), ("identifier", one.identifier), ("title", one.title),
                        ("subtitle", one.subtitle), ("body", one.body),
                    ] {
                        let safe = text.fitForBus(byteLimit: NotifyCall.bodyLimit, keepsLines: true)
                        try appendEntry(name, "s") { () throws(SystemError) in try append(safe) }
                    }
                }
            }
        }
    }

    private borrowing func appendEntry(
        _ name: String,
        _ type: String,
        _ value: () throws(SystemError) -> Void
    ) throws(SystemError) {
        try append("e", of: "sv") { () throws(SystemError) in
            try append(name)
            try append("v", of: type, value)
        }
    }
}

extension BusRefusal {
    fileprivate static let unknownMethod = BusRefusal(
        name: "org.freedesktop.DBus.Error.UnknownMethod",
        text: "\(CenterObject.path) has ListNotifications and RemoveNotification of "
            + CenterObject.name
    )

    fileprivate static let otherArguments = BusRefusal(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        text: "ListNotifications takes no argument, and RemoveNotification the number of one (u)"
    )

    fileprivate static let tooManyQuestions = BusRefusal(
        name: "org.freedesktop.DBus.Error.LimitsExceeded",
        text: "too many calls wait for their answers; ask again"
    )
}
