// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryRuntime
internal import BelfryWire

/// Does what a script says to a stage, step by step.
package struct ScriptRunner {
    /// What a script needs besides the stage.
    package struct Surroundings: Sendable {
        /// Has another notification arrive, from a file beside the script.
        ///
        /// - Returns: Why that was not possible; nil when it was done.
        package var receive: @Sendable (_ path: String) async throws -> String?

        /// Draws the notification as the page does, into a file beside the script.
        ///
        /// - Returns: Why that was not possible; nil when it was done.
        package var png: @Sendable (_ path: String, any ContentStage) async throws -> String?

        package init(
            receive: @escaping @Sendable (String) async throws -> String?,
            png: @escaping @Sendable (String, any ContentStage) async throws -> String?
        ) {
            self.receive = receive
            self.png = png
        }
    }

    let stage: any ContentStage
    let surroundings: Surroundings

    /// The field that is written into.
    private var editedField: UInt32?

    package init(stage: any ContentStage, surroundings: Surroundings) {
        self.stage = stage
        self.surroundings = surroundings
    }

    /// Does one step.
    ///
    /// - Parameter step: The step.
    /// - Returns: The notification after it; nil for steps that only look at it.
    /// - Throws: ``ScriptFailure`` when it is not possible, or not as expected.
    package mutating func perform(_ step: ContentScript.Step) async throws -> ContentSnapshot? {
        switch step.instruction {
        case .tree: return await stage.settled()
        case .wait(let wait, let seconds): return try await self.wait(wait, seconds)
        case .expect(.refused(let instruction)):
            guard try await refusal(of: instruction) == nil else { return await stage.settled() }
            throw ScriptFailure(expected: "that it is refused", found: "it was done")
        case .expect(let expectation):
            try expectation.check(await stage.settled())
            return nil
        case .png(let path):
            if let problem = try await surroundings.png(path, stage) {
                throw ScriptFailure(problem)
            }
            return nil
        default:
            if let refusal = try await refusal(of: step.instruction) {
                throw ScriptFailure(refusal)
            }
            return await stage.settled()
        }
    }

    /// Does what a user does; why it is not possible, or nil.
    private mutating func refusal(
        of instruction: ContentScript.Instruction
    ) async throws -> String? {
        switch instruction {
        case .tap(let target): return await perform(.tap(view: try await view(target)))
        case .slide(let target, let value, let isDrag):
            return await slide(try await shown(target), to: value, isDrag: isDrag)
        case .toggle(let target, let isOn):
            return await perform(.toggle(view: try await view(target), isOn: isOn))
        case .type(let target, let text):
            return await type(text, into: try await shown(target))
        case .pressReturn(let target):
            let field = try await shown(target)
            if let refusal = await enter(field) { return refusal }
            return await perform(.pressReturn(view: field.node.number))
        case .scroll(let target, let x, let y):
            return await perform(.scroll(view: try await view(target), x: x, y: y))
        case .action(let identifier, let text):
            return await perform(.action(identifier, text: text))
        case .open: return await perform(.open)
        case .dismiss: return await perform(.dismiss)
        case .media: return await perform(.media)
        case .receive(let path): return try await surroundings.receive(path)
        case .wait, .expect, .tree, .png: throw ScriptFailure("nothing that could be refused")
        }
    }

    private func perform(_ input: ContentInput) async -> String? { await stage.perform(input) }

    private func shown(_ target: ContentScript.Target) async throws -> ShownView {
        try target.resolved(in: await stage.settled())
    }

    private func view(_ target: ContentScript.Target) async throws -> UInt32 {
        try await shown(target).node.number
    }

    /// Moves a slider at once, or in ten steps as a finger does.
    private func slide(_ slider: ShownView, to value: Double, isDrag: Bool) async -> String? {
        let number = slider.node.number
        let start = slider.node.reals[.value] ?? 0
        for step in 1..<(isDrag ? 10 : 1) {
            let between = start + (value - start) * Double(step) / 10
            let input = ContentInput.slide(view: number, value: between, isLast: false)
            if let refusal = await perform(input) { return refusal }
        }
        return await perform(.slide(view: number, value: value, isLast: true))
    }

    /// Writes at the end of what is in a field, a character at a time.
    private mutating func type(_ text: String, into field: ShownView) async -> String? {
        if let refusal = await enter(field) { return refusal }
        var written = field.node.texts[.text] ?? ""
        for character in text {
            written.append(character)
            let input = ContentInput.edit(view: field.node.number, text: written)
            if let refusal = await perform(input) { return refusal }
        }
        return nil
    }

    /// Goes from the field that is written into, if any, to another.
    private mutating func enter(_ field: ShownView) async -> String? {
        let number = field.node.number
        guard editedField != number else { return nil }
        if let editedField {
            // A field that is gone needs not be left.
            _ = await perform(.endEditing(view: editedField))
        }
        editedField = nil
        if let refusal = await perform(.beginEditing(view: number)) { return refusal }
        editedField = number
        return nil
    }
}

/// Why a step of a script failed.
package struct ScriptFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    init(expected: String, found: String) {
        description = "expected \(expected), found \(found)"
    }
}
