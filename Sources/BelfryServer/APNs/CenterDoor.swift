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

    /// What its owner wants refused.
    let planned: PlannedRefusals

    /// Finds the texts that pushes name by keys.
    let texts: AppTexts

    private let lists: ChannelLists<ChannelRequest.Answer?>

    /// - Parameters:
    ///   - center: What keeps the pushes.
    ///   - environment: Which of Apple's two services it stands for.
    ///   - metrics: What counts the pushes.
    ///   - planned: What its owner wants refused.
    ///   - texts: Finds the texts that pushes name by keys.
    init(
        center: CenterService,
        environment: PushEnvironment,
        metrics: ServerMetrics,
        planned: PlannedRefusals,
        texts: AppTexts
    ) {
        self.center = center
        self.environment = environment
        self.metrics = metrics
        self.planned = planned
        self.texts = texts
        lists = ChannelLists { app, done in
            center.submit(
                { turn in
                    guard try turn.transaction.app(app) != nil else { throw MissingApp(name: app) }
                    let channels = try turn.transaction.channels(of: app, in: environment)
                    return .all(channels.map(\.identifier))
                },
                done: done
            )
        }
    }

    func accept(
        _ push: RemotePush,
        done: @escaping @Sendable (Result<String?, PushRefusal>) -> Void
    ) {
        var arrival = PushArrival(push)
        if push.type == .liveactivity { arrival.activityToken = DeviceToken.random() }
        localize(arrival) { accept(push, as: $0, done) }
    }

    /// Goes on with a push once the texts that it names are found; at once with one that names none, as
    /// most do.
    private func localize(
        _ arrival: PushArrival,
        _ goOn: @escaping @Sendable (PushArrival) -> Void
    ) {
        guard arrival.payload.content.isLocalized else { return goOn(arrival) }
        Task { goOn(await texts.localized(arrival)) }
    }

    private func accept(
        _ push: RemotePush,
        as received: PushArrival,
        _ done: @escaping @Sendable (Result<String?, PushRefusal>) -> Void
    ) {
        let made = UUID().uuidString.lowercased()
        let delivery = PushDelivery(
            environment: environment,
            topic: push.topic,
            priority: push.priority.rawValue,
            expiration: push.expiration
        )
        let ticket = planned.makeTicket()
        center.submit { turn in
            let reception = try turn.receive(received, delivery, as: made)
            // What is thrown here undoes what has just been taken.
            if case .taken = reception { try ticket.check(at: turn.now) }
            return reception
        } done: { result in
            if let refusal = ticket.refusal { return done(.failure(refusal)) }
            switch result {
            case .success(.taken(let acceptance, let unique)):
                metrics.countPush(acceptance)
                done(.success(unique))
            case .success(.otherApp(push.topic)): acceptForWholeTopic(push, done)
            case .success(let reception): done(.failure(refusal(reception, push)))
            case .failure(let error): done(.failure(PushRefusal(error)))
            }
        }
    }

    /// Takes a push whose token belongs to the app that is the whole topic: its end, which says a type
    /// of push elsewhere, is the app's own.
    private func acceptForWholeTopic(
        _ push: RemotePush,
        _ done: @escaping @Sendable (Result<String?, PushRefusal>) -> Void
    ) {
        do throws(PushRefusal) {
            guard let whole = try push.toWholeTopic() else {
                return done(.failure(refusal(.otherApp(push.topic), push)))
            }
            accept(whole, done: done)
        } catch {
            done(.failure(error))
        }
    }

    func broadcast(
        _ push: RemoteBroadcast,
        done: @escaping @Sendable (Result<Void, PushRefusal>) -> Void
    ) {
        localize(PushArrival(push)) { broadcast(push, as: $0, done) }
    }

    private func broadcast(
        _ push: RemoteBroadcast,
        as received: PushArrival,
        _ done: @escaping @Sendable (Result<Void, PushRefusal>) -> Void
    ) {
        let delivery = PushDelivery(
            environment: environment,
            // What a push to one of the activities names.
            topic: push.app + (PushType.liveactivity.topicSuffix ?? ""),
            priority: push.priority.rawValue,
            expiration: push.expiration
        )
        let ticket = planned.makeTicket(isBroadcast: true)
        center.submit { turn in
            let reception = try turn.broadcast(received, delivery, to: push.channel) {
                UUID().uuidString.lowercased()
            }
            if case .taken = reception { try ticket.check(at: turn.now) }
            return reception
        } done: { result in
            if let refusal = ticket.refusal { return done(.failure(refusal)) }
            switch result {
            case .success(.taken): done(.success(()))
            case .success(.unknown): done(.failure(unknown(push.channel, of: push.app)))
            case .success(.storesNothing):
                done(
                    .failure(
                        PushRefusal(
                            .badExpirationDate,
                            "the channel keeps nothing (message-storage-policy 0); write "
                                + "apns-expiration 0 or leave it out"
                        )
                    )
                )
            case .failure(let error): done(.failure(PushRefusal(error)))
            }
        }
    }

    func manage(
        _ request: ChannelRequest,
        done: @escaping @Sendable (Result<ChannelRequest.Answer, PushRefusal>) -> Void
    ) {
        let app = request.app
        let environment = environment
        let ended: @Sendable (Result<ChannelRequest.Answer?, any Error>) -> Void = { result in
            done(answer(result, to: request))
        }
        if request.operation == .list { return lists.list(app, done: ended) }
        center.submit(
            { turn -> ChannelRequest.Answer? in
                guard try turn.transaction.app(app) != nil else { throw MissingApp(name: app) }
                switch request.operation {
                case .make(let policy):
                    let policy = BroadcastChannel.Policy(rawValue: policy) ?? .nothing
                    let name = Self.makeChannelName()
                    return .made(
                        try turn.addChannel(of: app, in: environment, policy, as: name).identifier
                    )
                case .read(let name):
                    return try turn.channel(name, of: app, in: environment)
                        .map { .found(policy: $0.policy.rawValue) }
                case .remove(let name):
                    return try turn.removeChannel(name, of: app, in: environment) ? .removed : nil
                case .list: return nil
                }
            },
            done: ended
        )
    }

    private func answer(
        _ result: Result<ChannelRequest.Answer?, any Error>,
        to request: ChannelRequest
    ) -> Result<ChannelRequest.Answer, PushRefusal> {
        switch result {
        case .success(let answer?): return .success(answer)
        case .success(nil):
            var name = ""
            if case .read(let channel) = request.operation { name = channel }
            if case .remove(let channel) = request.operation { name = channel }
            return .failure(unknown(name, of: request.app))
        case .failure(let error as MissingApp): return .failure(error.refusal)
        case .failure(let error as CenterError) where error.code == .limit:
            return .failure(PushRefusal(.cannotCreateChannel, error.message))
        case .failure(let error): return .failure(PushRefusal(error))
        }
    }

    /// An app that is not installed has no channels.
    private struct MissingApp: Error {
        let name: String

        var refusal: PushRefusal {
            PushRefusal(
                .featureNotEnabled,
                "there is no app \(name.quoted); belfry install installs one"
            )
        }
    }

    private func unknown(_ channel: String, of app: String) -> PushRefusal {
        PushRefusal(
            .channelNotRegistered,
            "the app \(app.quoted) has no channel \(channel.quoted) for \(environment.rawValue)"
        )
    }

    /// 128 bits of the system's generator, as Base64: nobody may be able to guess it.
    private static func makeChannelName() -> String {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<16).map { _ in generator.next() as UInt8 }).base64EncodedString()
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

extension PushArrival {
    /// Takes a push to a channel; each activity that listens gets one of its own.
    fileprivate init(_ push: RemoteBroadcast) {
        self.init(
            app: push.app,
            identifier: push.identifier,
            pushType: .liveactivity,
            payload: push.payload
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
        case let refusal as PushRefusal: self = refusal
        case let error as CenterError:
            let isPassing = [.full, .inUse, .storage].contains(error.code)
            self.init(isPassing ? .serviceUnavailable : .internalServerError, error.message)
        default: self.init(.internalServerError, "\(error)")
        }
    }
}
