// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import FoundationNetworking

/// A page, shown by its title, its address and its words; a picture is shown as it is.
///
/// Where the host has a browser it shows a picture of the page in front of the words.
///
/// - Note: Scripts are without effect. Apple has taken it from iOS 12 on in favour of `WKWebView`.
open class UIWebView: UIView {
    private lazy var page = WebPage(in: self)

    /// Who hears of the page.
    open weak var delegate: (any UIWebViewDelegate)?
    /// What scrolls in it.
    ///
    /// - Note: Without effect: the page does not scroll.
    public let scrollView = UIScrollView()
    /// Whether the page is made as large as the view.
    ///
    /// - Note: Without effect: the page is laid out for the view's width.
    open var scalesPageToFit = false
    /// The page's request.
    open private(set) var request: URLRequest?
    /// Whether the page is on its way.
    open var isLoading: Bool { page.isLoading }

    /// Fetches a page.
    open func loadRequest(_ request: URLRequest) {
        self.request = request
        begin()
        page.load(request) { self.end($0) }
    }

    /// Shows a page that is a text.
    open func loadHTMLString(_ string: String, baseURL: URL?) {
        begin()
        page.load(html: string, base: baseURL) { self.end($0) }
    }

    /// Shows a page of bytes.
    open func load(_ data: Data, mimeType: String, textEncodingName: String, baseURL: URL) {
        begin()
        let type = "\(mimeType); charset=\(textEncodingName)"
        page.load(data, type: type, base: baseURL) { self.end($0) }
    }

    /// Fetches the page again.
    open func reload() {
        if let request { loadRequest(request) }
    }

    /// Ends what is on its way.
    open func stopLoading() { page.stop() }

    private func begin() { delegate?.webViewDidStartLoad(self) }

    private func end(_ ending: WebPage.Ending) {
        switch ending {
        case .shown: delegate?.webViewDidFinishLoad(self)
        case .failed(let error): delegate?.webView(self, didFailLoadWithError: error)
        }
    }
}

/// Who hears of a page.
@preconcurrency @MainActor
public protocol UIWebViewDelegate: AnyObject {
    /// It is on its way.
    func webViewDidStartLoad(_ webView: UIWebView)
    /// It is shown.
    func webViewDidFinishLoad(_ webView: UIWebView)
    /// It is not shown.
    func webView(_ webView: UIWebView, didFailLoadWithError error: any Error)
}

extension UIWebViewDelegate {
    /// Does nothing.
    public func webViewDidStartLoad(_ webView: UIWebView) {}
    /// Does nothing.
    public func webViewDidFinishLoad(_ webView: UIWebView) {}
    /// Does nothing.
    public func webView(_ webView: UIWebView, didFailLoadWithError error: any Error) {}
}

extension UIWebView: StoryboardOutletHolder {
    /// Sets the delegate.
    package func setStoryboardOutlet(_ name: String, to value: Any) -> Bool {
        guard name == "delegate" else { return false }
        delegate = value as? any UIWebViewDelegate
        return true
    }
}
