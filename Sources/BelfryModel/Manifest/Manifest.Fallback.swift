// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The text that replaces the original's when the extension fails; nil keeps the original's.
    package struct Fallback: Sendable, Equatable {
        /// The title.
        package var title: String?

        /// The subtitle.
        package var subtitle: String?

        /// The body.
        package var body: String?

        package init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title
            self.subtitle = subtitle
            self.body = body
        }
    }
}
