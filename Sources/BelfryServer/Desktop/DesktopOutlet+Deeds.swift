// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import BelfryModel
internal import Logging
internal import Synchronization

/// What the user does with what is shown.
extension DesktopOutlet {
    /// What the user has done on the desktop.
    enum Deed: Sendable {
        case dismissal
        case key(String)
        case reply(String)
    }

    /// Gives the centre what the user has done, the same way as the page does.
    func respond(_ sequence: Int, _ deed: Deed) async {
        while true {
            do {
                if case .reply(let text) = deed, text.utf8.count > UserActions.textByteLimit {
                    throw CenterError(.noAction, "the answer has more than 4096 bytes")
                }
                var text: String?
                if case .reply(let written) = deed { text = written }
                _ = try await actions.respond(to: sequence, text: text) { turn in
                    try Self.action(for: deed, of: sequence, turn)
                }
                return
            } catch let error as CenterError where error.isPassing && !isClosed {
                try? await Task.sleep(for: .seconds(1))
            } catch {
                logger.notice(
                    "what the user did on the desktop is not done",
                    metadata: ["sequence": "\(sequence)", "cause": "\(error)"]
                )
                return
            }
        }
    }

    private var isClosed: Bool { state.withLock(\.isClosed) }

    /// The action that was meant, of those that the notification has now.
    private static func action(
        for deed: Deed,
        of sequence: Int,
        _ turn: Turn
    ) throws -> String {
        let actions = try turn.actions(of: try turn.entry(sequence))
        let found: String? =
            switch deed {
            case .dismissal: UserResponse.dismissal
            case .reply: actions.first { $0.textInput != nil }?.identifier
            case .key(DesktopNotification.Action.openingKey): UserResponse.opening
            case .key(let key):
                actions.first {
                    $0.textInput == nil
                        && DesktopNotification.Action.key(of: $0.identifier).isExactly(key)
                }?.identifier
            }
        guard let found else {
            throw CenterError(.noAction, "notification \(sequence) has no such action")
        }
        return found
    }
}
