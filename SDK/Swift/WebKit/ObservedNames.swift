// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import FoundationSupplement

/// The members of WebKit's that are observed and called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    package static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                WKWebView.self,
                [
                    .property("estimatedProgress") { \WKWebView.estimatedProgress },
                    .property("title") { \WKWebView.title },
                    .property("URL") { \WKWebView.url },
                    .property("loading") { \WKWebView.isLoading },
                    .property("canGoBack") { \WKWebView.canGoBack },
                    .property("canGoForward") { \WKWebView.canGoForward },
                    .method("reload") { (view: WKWebView) in view.reload() },
                    .method("stopLoading") { (view: WKWebView) in view.stopLoading() },
                ]
            )
        ]
    }
}
