// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a push is refused, in the words of Apple's reference.
///
/// Clients look their errors up by these words, so that there is none beside Apple's.
package enum PushReason: String, Sendable, CaseIterable {
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"

    // Of channels alone.
    case badChannelID = "BadChannelId"
    case badRequestParameters = "BadRequestParams"
    case badRequestPayload = "BadRequestPayload"
    case cannotCreateChannel = "CannotCreateChannelConfig"
    case channelNotRegistered = "ChannelNotRegistered"
    case featureNotEnabled = "FeatureNotEnabled"
    case missingChannelID = "MissingChannelId"
    case missingPushType = "MissingPushType"
    case topicMismatch = "TopicMismatch"

    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    /// For no cause of its own here: Apple's reference names none.
    case forbidden = "Forbidden"
    case expiredProviderToken = "ExpiredProviderToken"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyID = "UnrelatedKeyIdInToken"

    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    /// Whether answers about channels alone have it.
    package var isOfChannelsAlone: Bool {
        switch self {
        case .badChannelID, .badRequestParameters, .badRequestPayload, .cannotCreateChannel,
            .channelNotRegistered, .featureNotEnabled, .missingChannelID, .missingPushType,
            .topicMismatch:
            true
        default: false
        }
    }

    /// Whether answers about channels have it too; Apple's reference lists theirs apart.
    package var isOfChannels: Bool {
        switch self {
        case .badCollapseID, .badDeviceToken, .badEnvironmentKeyID, .badTopic,
            .deviceTokenNotForTopic, .duplicateHeaders, .expiredToken, .forbidden, .idleTimeout,
            .missingDeviceToken, .missingTopic, .unregistered, .unrelatedKeyID:
            false
        default: true
        }
    }

    /// The status of the answer.
    package var status: Int {
        switch self {
        case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority,
            .badTopic, .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType,
            .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed, .badChannelID,
            .badRequestParameters, .badRequestPayload, .cannotCreateChannel,
            .channelNotRegistered, .featureNotEnabled, .missingChannelID, .missingPushType:
            400
        case .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyID,
            .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyID, .topicMismatch:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        }
    }
}
