// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire

/// Something that a user can do to a notification that is open.
struct UserAct: Sendable {
    /// What is done, such as `a tap on the button view with the text "More"`.
    let name: String

    /// How it is done, in their order.
    let inputs: [ContentInput]

    /// What can be done to the views, in drawing order; nothing where they take no input.
    static func touches(in snapshot: ContentSnapshot) -> [UserAct] {
        guard snapshot.isInteractive else { return [] }
        return Array(touches(below: ViewTree.root, in: snapshot.tree).prefix(touchLimit))
    }

    /// A response for each of the actions.
    static func responses(in snapshot: ContentSnapshot) -> [UserAct] {
        snapshot.actions.map { action in
            let text = action.textInput == nil ? nil : word
            return UserAct(
                name: "the action \(action.identifier.quoted)",
                inputs: [.action(action.identifier, text: text)]
            )
        }
    }

    private static func touches(below number: UInt32, in tree: ViewTree) -> [UserAct] {
        guard let node = tree.nodes[number] else { return [] }
        let own = touch(on: node).map { [$0] } ?? []
        return own + node.children.flatMap { touches(below: $0, in: tree) }
    }

    private static func touch(on node: ViewTree.Node) -> UserAct? {
        let number = node.number
        switch node.kind {
        case .switch:
            let isOn = node.integers[.isOn] == 1
            return UserAct(
                name: "a switch of \(node.name)",
                inputs: [.toggle(view: number, isOn: !isOn)]
            )
        case .slider:
            let value = node.reals[.maximum] ?? 1
            return UserAct(
                name: "a slide of \(node.name)",
                inputs: [.slide(view: number, value: value, isLast: true)]
            )
        case .textField, .textView:
            return UserAct(
                name: "a word in \(node.name)",
                inputs: [
                    .beginEditing(view: number), .edit(view: number, text: word),
                    .endEditing(view: number),
                ]
            )
        default:
            guard node.events & ViewEvent.tap.bit != 0 else { return nil }
            return UserAct(name: "a tap on \(node.name)", inputs: [.tap(view: number)])
        }
    }

    /// What is written where something can be.
    private static let word = "Hello"

    /// Most views that are touched; a table may have thousands alike.
    private static let touchLimit = 32
}
