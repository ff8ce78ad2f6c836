// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import FoundationNetworking

extension URLSessionConfiguration {
    /// A configuration for transfers that on iOS outlive the extension.
    ///
    /// Under Belfry they end with their run, as everything of an extension does: only what is done
    /// before the content handler is called is sure to be done.
    ///
    /// - Parameter identifier: What iOS would find the session by; not used.
    /// - Returns: A default configuration.
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        .default
    }

    /// Whether a task waits for a network instead of failing at once.
    ///
    /// - Note: Without effect: an extension's network does not come and go: what it may not reach
    ///   stays so.
    public var waitsForConnectivity: Bool {
        get { false }
        set {}
    }

    /// The app group whose container background transfers use.
    ///
    /// - Note: Without effect: transfers end with their run.
    public var sharedContainerIdentifier: String? {
        get { nil }
        set {}
    }

    /// Whether the app is started when background transfers end.
    ///
    /// - Note: Without effect: transfers end with their run.
    public var sessionSendsLaunchEvents: Bool {
        get { false }
        set {}
    }

    /// Whether tasks may use networks that cost much.
    ///
    /// - Note: Without effect: there is one network here.
    public var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }

    /// Whether tasks may use the network in Low Data Mode.
    ///
    /// - Note: Without effect: there is one network here.
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
}

extension URLRequest {
    /// Whether the request may use networks that cost much.
    ///
    /// - Note: Without effect: there is one network here.
    public var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }

    /// Whether the request may use the network in Low Data Mode.
    ///
    /// - Note: Without effect: there is one network here.
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
}
