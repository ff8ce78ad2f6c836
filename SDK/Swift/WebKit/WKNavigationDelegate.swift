// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A page on its way.
@preconcurrency @MainActor
public final class WKNavigation: NSObject {}

// As on iOS, where a navigation may be nil and never is.

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Who hears of pages.
///
/// - SeeAlso: https://developer.apple.com/documentation/webkit/wknavigationdelegate
@preconcurrency @MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    /// A page is asked for; without `allow` it is not fetched.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    )
    /// A page is on its way.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
    /// Its first bytes are there.
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    /// It is shown.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    /// It is not shown, and nothing of it came.
    func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: any Error
    )
    /// It is not shown, though something of it came; a page comes as a whole here, so it is not called.
    func webView(
        _ webView: WKWebView,
        didFail navigation: WKNavigation!,
        withError error: any Error
    )
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
extension WKNavigationDelegate {
    /// Allows it.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        decisionHandler(.allow)
    }
    /// Does nothing.
    public func webView(
        _ webView: WKWebView,
        didStartProvisionalNavigation navigation: WKNavigation!
    ) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: any Error
    ) {}
    /// Does nothing.
    public func webView(
        _ webView: WKWebView,
        didFail navigation: WKNavigation!,
        withError error: any Error
    ) {}
}

/// Who is asked for what a page wants of the user.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {}
