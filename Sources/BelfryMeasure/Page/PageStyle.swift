// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
internal import BelfryPlot
internal import BelfryRuntime
internal import Foundation

/// The page's style sheet: that of plots, and a file of its own, `Style/page.css`, that is compiled in.
struct PageStyle: Sendable {
    let sheet = StyleSheet.plots + StyleSheet(PackageResources.page_css)

    /// What a content security policy names it by, so that no other style has effect.
    var source: String {
        var digest = ContentDigest()
        digest.update(Array(sheet.text.utf8))
        let digits = Array(digest.finish())
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return "'sha256-\(Data(bytes).base64EncodedString())'"
    }
}
