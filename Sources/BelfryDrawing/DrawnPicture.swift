// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The pictures that a page shows in an extension's view.
package enum DrawnPicture {
    /// What a picture may be; a stage that says another thing is not believed.
    package static let mediaTypes: Set<String> = [
        "image/png", "image/jpeg", "image/gif", "image/webp",
    ]
}
