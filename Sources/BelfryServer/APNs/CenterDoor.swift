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
        let made = UUID().uuidString.lowercased()
        var arrival = PushArrival(push)
        if push.type == .liveactivity { arrival.activityToken = DeviceToken.random() }
        let received = arrival
        let delivery = PushDelivery(
            environment: environment,
            topic: push.topic,
            priority: push.priority.rawValue,
            expiration: push.expiration
        )
        center.submit { turn in
            try turn.receive(received, delivery, as: made)
        } done: { result in
            switch result {
            case .success(.taken(let acceptance, let unique)):
                metrics.countPush(acceptance)
                done(.success(unique))
            case .success(let reception): done(.failure(refusal(reception, push)))
            case .failure(let error): done(.failure(PushRefusal(error)))
            }
        }
    }

    private func refusal(_ reception: Turn.Reception, _ push: RemotePush) -> PushRefusal {
        switch reception {
        case .otherApp(let app):
            PushRefusal(
                .deviceTokenNotForTopic,
                "the device token belongs to \(app.quoted), and the topic is for "
                    + "\(push.app.quoted)"
            )
        case .activityOnly:
            PushRefusal(
                .deviceTokenNotForTopic,
                "the device token is a live activity's, and takes the push type liveactivity alone"
            )
        case .inactive(let end, let since):
            PushRefusal(
                end == .expired ? .expiredToken : .unregistered,
                "the device token of \(push.app.quoted) has ended (\(end.rawValue))",
                inactiveSince: since.milliseconds
            )
        case .unknown, .taken:
            PushRefusal(
                .badDeviceToken,
                "there is no device token \(push.deviceToken.quoted) for \(environment.rawValue); "
                    + "belfry device token APP gives an app one"
            )
        }
    }
}

extension PushArrival {
    /// Takes a push of the endpoint.
    fileprivate init(_ push: RemotePush) {
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
    }
}

extension PushRefusal {
    /// What an error of the centre means to a sender.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as CenterError:
            let isPassing = [.full, .inUse, .storage].contains(error.code)
            self.init(isPassing ? .serviceUnavailable : .internalServerError, error.message)
        default: self.init(.internalServerError, "\(error)")
        }
    }
}
