// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PushFields {
    /// A header field of a push that the endpoint would refuse.
    package struct Fault: Equatable, Sendable {
        /// The field's name.
        package let name: String

        /// What its sender would be told.
        package let refusal: PushRefusal
    }

    /// What the endpoint would refuse in the header fields of a push, each field by itself.
    ///
    /// The endpoint names the first fault alone; who writes a push wants to see all.
    ///
    /// - Parameters:
    ///   - body: The payload, which says the type of a push whose sender names none. One that cannot be
    ///     read says nothing.
    ///   - usualTopic: What a push without a topic is for.
    /// - Returns: The faults, in the order in which the endpoint would find them.
    package func faults(body: [UInt8], usualTopic: String) -> [Fault] {
        var left = self
        var faults: [Fault] = []
        // A field that is wrong without being there cannot be taken away: the rest depends on it.
        while let fault = left.firstFault(body, usualTopic),
            !faults.contains(where: { $0.name == fault.name })
        {
            faults.append(fault)
            left = PushFields(left.filter { $0.name != fault.name })
        }
        return faults
    }

    private func firstFault(_ body: [UInt8], _ usualTopic: String) -> Fault? {
        do throws(PushRefusal) {
            _ = try RemotePush(to: "", self, body: body, usualTopic: usualTopic, identifier: "")
            return nil
        } catch {
            return error.reason.fieldName.map { Fault(name: $0, refusal: error) }
        }
    }
}

extension PushReason {
    /// The header field of a push that it is about; nil for what is about none.
    fileprivate var fieldName: String? {
        switch self {
        case .badMessageID: "apns-id"
        case .invalidPushType: "apns-push-type"
        case .missingTopic, .badTopic, .topicDisallowed: "apns-topic"
        case .badExpirationDate: "apns-expiration"
        case .badPriority: "apns-priority"
        case .badCollapseID: "apns-collapse-id"
        default: nil
        }
    }
}
