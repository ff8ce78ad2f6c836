// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import Foundation

/// Takes pushes of the endpoint into the centre: each is committed before its sender is answered.
struct CenterDoor: PushDoor {
    let center: CenterService
    let environment: PushEnvironment
    let metrics: ServerMetrics

    func accept(
        _ push: RemotePush,
        done: @escaping @Sendable (Result<String, PushRefusal>) -> Void
    ) {
        let unique = UUID().uuidString.lowercased()
        let arrival = PushArrival(push, unique)
        center.submit { turn in
            try check(push, turn)
            let acceptance = try turn.accept(arrival)
            guard case .duplicate(let sequence) = acceptance else { return (acceptance, unique) }
            let first = try turn.transaction.entry(sequence)?.detail.uniqueIdentifier
            return (acceptance, first ?? unique)
        } done: { result in
            switch result {
            case .success(let (acceptance, unique)):
                metrics.countPush(acceptance)
                done(.success(unique))
            case .failure(let error): done(.failure(PushRefusal(error)))
            }
        }
    }

    private func check(_ push: RemotePush, _ turn: Turn) throws {
        let standing = try turn.standing(
            of: push.deviceToken,
            app: push.app,
            environment: environment
        )
        switch standing {
        case .active: break
        case .unknown:
            throw PushRefusal(
                .badDeviceToken,
                "there is no device token \(push.deviceToken.quoted) for \(environment.rawValue); "
                    + "belfry device token APP gives an app one"
            )
        case .otherApp(let app):
            throw PushRefusal(
                .deviceTokenNotForTopic,
                "the device token belongs to \(app.quoted), and the topic is for "
                    + "\(push.app.quoted)"
            )
        case .inactive(let end, let since):
            throw PushRefusal(
                end == .expired ? .expiredToken : .unregistered,
                "the device token of \(push.app.quoted) has ended (\(end.rawValue))",
                inactiveSince: since.milliseconds
            )
        }
    }
}

extension PushArrival {
    /// Takes a push of the endpoint; one attempt is enough where the device is always there.
    fileprivate init(_ push: RemotePush, _ unique: String) {
        self.init(
            app: push.app,
            token: push.deviceToken,
            identifier: push.identifier,
            pushType: push.type,
            payload: push.payload,
            collapseIdentifier: push.collapseIdentifier
        )
        if let seconds = push.expiration, seconds > 0 {
            expires = UnixTime(milliseconds: seconds * 1000)
        }
        uniqueIdentifier = unique
    }
}

extension PushRefusal {
    /// What an error of the centre means to a sender.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as PushRefusal: self = error
        case let error as CenterError:
            let isPassing = [.full, .inUse, .storage].contains(error.code)
            self.init(isPassing ? .serviceUnavailable : .internalServerError, error.message)
        default: self.init(.internalServerError, "\(error)")
        }
    }
}
