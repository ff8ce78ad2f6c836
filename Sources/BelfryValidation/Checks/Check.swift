// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One question about an extension, answered by looking at it or by running it.
protocol Check: Sendable {
    /// The name it goes by.
    var name: CheckName { get }

    /// Answers it for one extension.
    func run(on subject: Subject) async throws -> CheckOutcome
}
