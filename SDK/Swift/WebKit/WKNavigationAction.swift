// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import UIKit

/// Why a page is asked for.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// What is asked for.
    public final let request: URLRequest
    /// By what it came about: always ``WKNavigationType/other``, as nobody touches links here.
    public final let navigationType = WKNavigationType.other

    init(_ request: URLRequest) {
        self.request = request
    }
}

/// By what a page came to be asked for.
public enum WKNavigationType: Int, Sendable {
    case linkActivated = 0
    case formSubmitted = 1
    case backForward = 2
    case reload = 3
    case formResubmitted = 4
    case other = -1
}

/// Whether a page is fetched.
public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
    case download = 2
}

/// What came of a page.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
    /// The server's answer.
    public final let response: URLResponse
    /// Whether it is the page itself: always.
    public final let isForMainFrame = true

    init(_ response: URLResponse) {
        self.response = response
    }
}

/// Whether what came is shown.
public enum WKNavigationResponsePolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
    case download = 2
}
