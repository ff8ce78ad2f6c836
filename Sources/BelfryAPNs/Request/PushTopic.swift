// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What a push is about: an app, and for some push types a suffix after its identifier.
package enum PushTopic {
    /// The app of a topic.
    ///
    /// - Parameters:
    ///   - topic: The header `apns-topic`; nil where it is missing.
    ///   - type: The push's type; nil where the sender names none.
    /// - Returns: The app's bundle identifier.
    /// - Throws: ``PushRefusal``.
    static func app(of topic: String?, _ type: PushType?) throws(PushRefusal) -> String {
        guard let topic, !topic.isEmpty else {
            throw PushRefusal(
                .missingTopic,
                "the header apns-topic is missing; write the app's bundle identifier"
            )
        }
        guard isValid(topic) else {
            throw PushRefusal(
                .badTopic,
                "the header apns-topic is \(topic.quoted), which is not a bundle identifier"
            )
        }
        guard let suffix = type?.topicSuffix else { return topic }
        guard topic.hasSuffix(suffix), topic.utf8.count > suffix.utf8.count else {
            throw PushRefusal(
                .topicDisallowed,
                "the topic is \(topic.quoted); pushes of the type \(type?.rawValue ?? "") have one "
                    + "that ends with \(suffix)"
            )
        }
        return String(topic.dropLast(suffix.count))
    }

    /// The type of a push whose sender names none, by its topic; nil where that says nothing.
    static func type(by topic: String) -> PushType? {
        PushType.allCases.first { type in
            type.topicSuffix.map { topic.hasSuffix($0) && topic != $0 } ?? false
        }
    }

    /// What a push to an app names where its sender leaves that open.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - type: The header `apns-push-type`; nil where it is missing.
    /// - Returns: The topic; for a type that there is not, the app's identifier.
    package static func usual(of app: String, _ type: String?) -> String {
        app + (type.flatMap(PushType.init(rawValue:))?.topicSuffix ?? "")
    }

    /// Whether a text can be a topic.
    package static func isValid(_ topic: String) -> Bool {
        (1...byteLimit).contains(topic.utf8.count) && topic.utf8.allSatisfy(isAllowed)
    }

    private static let byteLimit = 255

    /// Letters, digits, `-`, `.`, and `_`, which Apple's reference leaves out and some apps have.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension PushType {
    /// What follows the app's identifier in a topic; nil for nothing.
    package var topicSuffix: String? {
        switch self {
        case .alert, .background, .mdm: nil
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        }
    }

    /// How large a payload may be.
    var payloadLimit: PayloadLimit { self == .voip ? .voip : .standard }
}
