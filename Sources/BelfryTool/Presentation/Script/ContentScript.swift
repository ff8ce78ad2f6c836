// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a user does to an expanded notification, and what is expected then, written down
/// (Documentation/Show.md).
package struct ContentScript: Sendable, Equatable {
    /// One line.
    package struct Step: Sendable, Equatable {
        /// From 1.
        package let line: Int
        /// As it is written, without comment.
        package let text: String
        package let instruction: Instruction
    }

    /// Which view is meant.
    package enum Target: Sendable, Equatable {
        /// The one that shows this text.
        case text(String)
        /// The one with this accessibility label.
        case label(String)
        /// The one with this number.
        case view(UInt32)
    }

    /// What is done in one step, with the words of Documentation/Show.md.
    package indirect enum Instruction: Sendable, Equatable {
        case tap(Target)
        /// At once, or in steps as a finger does.
        case slide(Target, value: Double, isDrag: Bool)
        case toggle(Target, isOn: Bool)
        case type(Target, String)
        case pressReturn(Target)
        case scroll(Target, x: Double, y: Double)
        case action(String, text: String?)
        case open
        case dismiss
        case media
        /// Another notification arrives, from a file.
        case receive(String)
        case wait(Wait, seconds: Double)
        case expect(Expectation)
        case tree
        case png(String)
    }

    /// What a step waits for; one that does not come in time fails the script.
    package enum Wait: Sendable, Equatable {
        /// No response is without an answer.
        case answered
        case closed
        /// The extension does nothing, and no picture or download is on its way to it.
        case settled
        case label(String)
        /// The time given has passed.
        case time
    }

    /// What has to be so at once; what is not fails the script.
    package enum Expectation: Sendable, Equatable {
        case label(String, isShown: Bool)
        case actions([String])
        /// The actions that the app was told of, in order.
        case app([String], text: String?)
        case angle(Target, Double)
        case alpha(Target, Double)
        case value(Target, Double)
        case isOn(Target, Bool)
        case phase(String)
        case playing(Bool)
        /// An instruction is not possible.
        case refused(Instruction)
    }

    /// What is done, in order.
    package let steps: [Step]

    /// The file, for messages.
    package let name: String
}

/// What is wrong with a script: place, fault and way out in one line.
package struct ContentScriptError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ name: String, line: Int, column: Int, _ message: String, hint: String) {
        description = "\(name):\(line):\(column): \(message); \(hint)"
    }
}
