// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The frameworks of iOS that an extension may import, by name.
enum AppleFrameworks {
    /// What takes the place of frameworks that are not here, for those whose use has one.
    static let instead = [
        "CoreData": stores,
        "SwiftData": stores,
        "SwiftUI": "draw with UIKit's views: a content extension's principal class is a "
            + "UIViewController",
    ]

    private static let stores =
        "keep what the app shares in a file or in UserDefaults of an app group, or read it with "
        + "SQLite3"

    /// All that extensions have been seen to import, and their like; those with modules here too.
    static let names: Set<String> = [
        "ARKit", "AVFAudio", "AVFoundation", "AVKit", "Accelerate", "Accounts", "ActivityKit",
        "AdServices", "AdSupport", "AddressBook", "AppIntents", "AppTrackingTransparency",
        "AudioToolbox", "AuthenticationServices", "BackgroundTasks", "CFNetwork", "CallKit",
        "CarPlay", "CloudKit", "Combine", "Compression", "Contacts", "ContactsUI", "CoreAudio",
        "CoreBluetooth", "CoreData", "CoreFoundation", "CoreGraphics", "CoreHaptics", "CoreImage",
        "CoreLocation", "CoreML", "CoreMedia", "CoreMotion", "CoreNFC", "CoreServices",
        "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo", "CryptoKit", "Darwin",
        "DeviceCheck", "EventKit", "ExtensionFoundation", "GameKit", "HealthKit", "HomeKit",
        "IdentityLookup", "ImageIO", "Intents", "IntentsUI", "JavaScriptCore", "LinkPresentation",
        "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Messages", "Metal",
        "MetricKit", "MobileCoreServices", "NaturalLanguage", "Network", "NetworkExtension",
        "NotificationCenter", "ObjectiveC", "PDFKit", "PassKit", "Photos", "PhotosUI", "PushKit",
        "QuartzCore", "QuickLook", "QuickLookThumbnailing", "SafariServices", "Security", "Social",
        "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "SystemConfiguration", "TipKit",
        "UIKit", "UniformTypeIdentifiers", "UserNotificationsUI", "Vision", "WatchConnectivity",
        "WebKit", "WidgetKit",
    ]
}
