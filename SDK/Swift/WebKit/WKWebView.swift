// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import FoundationNetworking
public import UIKit

/// A page, shown by its title, its address and its words; a picture is shown as it is.
///
/// The extension fetches the page itself, from the origins that its manifest lists. Where the host has a
/// browser it shows a picture of the page in front of the words.
///
/// - Note: Scripts are without effect.
/// - SeeAlso: https://developer.apple.com/documentation/webkit/wkwebview
@preconcurrency @MainActor
open class WKWebView: UIView {
    private lazy var page = WebPage(in: self)
    private var lastRequest: URLRequest?

    /// How it was made.
    ///
    /// - Note: Without effect: it is kept.
    public let configuration: WKWebViewConfiguration
    /// Who hears of the page.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// Who is asked for what a page wants of the user; nobody is.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here.
    open weak var uiDelegate: (any WKUIDelegate)?
    /// What scrolls in it.
    ///
    /// - Note: Without effect: the page does not scroll.
    public let scrollView = UIScrollView()
    /// Whether a swipe goes back.
    ///
    /// - Note: Without effect: pages have no history here.
    open var allowsBackForwardNavigationGestures = false
    /// Whether a link can be looked at before it is followed.
    ///
    /// - Note: Without effect: links are not followed here.
    open var allowsLinkPreview = true
    /// What it says to be.
    ///
    /// - Note: Without effect: a request says what it says.
    open var customUserAgent: String?

    /// Creates a view without a page.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }

    /// Creates a view without a page.
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// Creates a view for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        configuration = WKWebViewConfiguration()
        super.init(coder: coder)
    }

    /// The page's title; nil where it has none.
    open var title: String? { page.title }
    /// Where the page is.
    open var url: URL? { page.url }
    /// Whether the page is on its way.
    open var isLoading: Bool { page.isLoading }
    /// How much of the page is there: all or nothing.
    open var estimatedProgress: Double { page.isLoading ? 0 : 1 }
    /// Whether there is a page before this one; there is none.
    ///
    /// - Note: Without effect: pages have no history here.
    open var canGoBack: Bool { false }
    /// Whether there is a page after this one; there is none.
    ///
    /// - Note: Without effect: pages have no history here.
    open var canGoForward: Bool { false }

    /// Fetches a page.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        lastRequest = request
        let navigation = WKNavigation()
        let begin: () -> Void = { [weak self] in
            guard let self else { return }
            navigate(navigation) { page.load(request, $0) }
        }
        guard let delegate = navigationDelegate else {
            begin()
            return navigation
        }
        delegate.webView(self, decidePolicyFor: WKNavigationAction(request)) { policy in
            if policy == .allow { begin() }
        }
        return navigation
    }

    /// Shows a page that is a text.
    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        navigate { page.load(html: string, base: baseURL, $0) }
    }

    /// Shows a page of bytes.
    @discardableResult
    open func load(
        _ data: Data,
        mimeType: String,
        characterEncodingName: String,
        baseURL: URL
    ) -> WKNavigation? {
        let type = "\(mimeType); charset=\(characterEncodingName)"
        return navigate { page.load(data, type: type, base: baseURL, $0) }
    }

    /// Shows a page of a file that the extension may read.
    @discardableResult
    open func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
        load(URLRequest(url: url))
    }

    /// Fetches the page again.
    @discardableResult
    open func reload() -> WKNavigation? { lastRequest.flatMap { load($0) } }

    /// Ends what is on its way.
    open func stopLoading() { page.stop() }

    /// Fails: nothing runs scripts here.
    ///
    /// - Note: Without effect: nothing runs a page's scripts here, so it fails.
    open func evaluateJavaScript(
        _ javaScriptString: String,
        completionHandler: ((Any?, (any Error)?) -> Void)? = nil
    ) {
        let error = NSError(
            domain: "WKErrorDomain",
            code: 4,
            userInfo: [NSLocalizedDescriptionKey: "nothing runs a page's scripts here"]
        )
        completionHandler?(nil, error)
    }

    @discardableResult
    private func navigate(
        _ navigation: WKNavigation = WKNavigation(),
        _ load: (@escaping @MainActor (WebPage.Ending) -> Void) -> Void
    ) -> WKNavigation {
        load { [weak self] ending in
            guard let self, let delegate = navigationDelegate else { return }
            switch ending {
            case .shown:
                delegate.webView(self, didCommit: navigation)
                delegate.webView(self, didFinish: navigation)
            case .failed(let error):
                delegate.webView(self, didFailProvisionalNavigation: navigation, withError: error)
            }
        }
        navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
        return navigation
    }
}

extension WKWebView: StoryboardOutletHolder {
    /// Sets a delegate.
    package func setStoryboardOutlet(_ name: String, to value: Any) -> Bool {
        switch name {
        case "navigationDelegate": navigationDelegate = value as? any WKNavigationDelegate
        case "UIDelegate", "uiDelegate": uiDelegate = value as? any WKUIDelegate
        default: return false
        }
        return true
    }
}
