// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ServiceExtensionHarness {
    /// The extension made requests that its test has no answer for.
    public struct UnexpectedRequests: Error, CustomStringConvertible {
        /// What was asked for.
        public let requests: [CannedNetwork.Request]

        /// The requests, and what to do.
        public var description: String {
            let list = requests.map { "\($0.method) \($0.url)" }.joined(separator: ", ")
            return "the extension asked for \(list), which its CannedNetwork has no answer to; add "
                + "one, such as \"\(requests.first?.url ?? "https://…")\": .status(404)"
        }
    }

    /// Requests cannot be answered in this process.
    public struct NetworkUnavailable: Error, CustomStringConvertible {
        /// What is missing.
        public let description: String
    }
}
