// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which release of Belfry this is: what its programs say, and what its packages are called.
///
/// `make release` changes the text, and the scripts read it here.
package enum BelfryVersion {
    /// The version, by Semantic Versioning 2.0.0.
    package static let text = "0.1.0"
}
