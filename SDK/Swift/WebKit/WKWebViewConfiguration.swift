// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How a web view is made.
///
/// - Note: Without effect: it is kept.
/// - SeeAlso: https://developer.apple.com/documentation/webkit/wkwebviewconfiguration
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {
    /// What a page may do.
    ///
    /// - Note: Without effect: it is kept.
    open var preferences = WKPreferences()
    /// The scripts that a page gets.
    ///
    /// - Note: Without effect: it is kept.
    open var userContentController = WKUserContentController()
    /// Whether films play within the page.
    ///
    /// - Note: Without effect: it is kept.
    open var allowsInlineMediaPlayback = false
    /// Whether a page is shown once all of it is there.
    ///
    /// - Note: Without effect: it is kept.
    open var suppressesIncrementalRendering = false
    /// Which media wait for the user.
    ///
    /// - Note: Without effect: it is kept.
    open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []

    /// Where pages keep what they keep.
    ///
    /// - Note: Without effect: it is kept.
    open var websiteDataStore = WKWebsiteDataStore.default()
    /// What a page may do, where nothing else is said.
    ///
    /// - Note: Without effect: it is kept.
    open var defaultWebpagePreferences = WKWebpagePreferences()
    /// Whether films may go on in a small window.
    ///
    /// - Note: Without effect: it is kept.
    open var allowsPictureInPictureMediaPlayback = true
    /// What a request says of the app.
    ///
    /// - Note: Without effect: it is kept.
    open var applicationNameForUserAgent: String?

    /// The usual.
    public override init() {
        super.init()
    }
}

/// Where pages keep what they keep.
///
/// - Note: Without effect: nothing is kept.
@preconcurrency @MainActor
open class WKWebsiteDataStore: NSObject {
    /// The one that lasts.
    ///
    /// - Note: Without effect: nothing is kept.
    open class func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    /// One that does not.
    ///
    /// - Note: Without effect: nothing is kept.
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore() }
    /// Whether it lasts.
    ///
    /// - Note: Without effect: nothing is kept.
    open var isPersistent: Bool { false }
}

/// What one page may do.
///
/// - Note: Without effect: nothing runs a page's scripts here.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
    /// Whether its scripts run.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open var allowsContentJavaScript = true

    /// The usual.
    public override init() {
        super.init()
    }
}

/// What a page's script says to the app.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
    /// What it says.
    open var body: Any { NSNull() }
    /// To whom.
    open var name: String { "" }
}

/// Who hears what a page's scripts say.
@preconcurrency @MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    /// Tells what a script says.
    ///
    /// - Note: Without effect: never called; nothing runs a page's scripts here.
    func userContentController(
        _ userContentController: WKUserContentController,
        didReceive message: WKScriptMessage
    )
}

/// Kinds of media.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Takes the bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Sound.
    public static let audio = WKAudiovisualMediaTypes(rawValue: 1)
    /// Films.
    public static let video = WKAudiovisualMediaTypes(rawValue: 2)
    /// All of them.
    public static let all: WKAudiovisualMediaTypes = [.audio, .video]
}

/// What a page may do.
///
/// - Note: Without effect: it is kept.
@preconcurrency @MainActor
open class WKPreferences: NSObject {
    /// Whether its scripts run; none do here.
    ///
    /// - Note: Without effect: it is kept.
    open var javaScriptEnabled = true
    /// The smallest letters, in points.
    ///
    /// - Note: Without effect: it is kept.
    open var minimumFontSize: CGFloat = 0
    /// Whether scripts may open windows.
    ///
    /// - Note: Without effect: it is kept.
    open var javaScriptCanOpenWindowsAutomatically = false

    /// The usual.
    public override init() {
        super.init()
    }
}

/// The scripts that a page gets.
///
/// - Note: Without effect: nothing runs a page's scripts here.
@preconcurrency @MainActor
open class WKUserContentController: NSObject {
    /// The scripts, in order.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open private(set) var userScripts: [WKUserScript] = []

    /// Without scripts.
    public override init() {
        super.init()
    }

    /// Adds a script.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }
    /// Has scripts be heard.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
    /// Has scripts be heard no more.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open func removeScriptMessageHandler(forName name: String) {}
    /// Takes away all scripts.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open func removeAllUserScripts() { userScripts = [] }
}

/// When a script is put into a page.
public enum WKUserScriptInjectionTime: Int, Sendable {
    /// Before anything of it is read.
    case atDocumentStart = 0
    /// When all of it is read.
    case atDocumentEnd = 1
}

/// A script that a page gets.
@preconcurrency @MainActor
open class WKUserScript: NSObject {
    /// The script.
    public let source: String
    /// When it is put into the page.
    public let injectionTime: WKUserScriptInjectionTime
    /// Whether frames within the page do not get it.
    public let isForMainFrameOnly: Bool

    /// Takes a script.
    public init(
        source: String,
        injectionTime: WKUserScriptInjectionTime,
        forMainFrameOnly: Bool
    ) {
        self.source = source
        self.injectionTime = injectionTime
        isForMainFrameOnly = forMainFrameOnly
        super.init()
    }
}
