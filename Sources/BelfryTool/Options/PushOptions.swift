// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import Foundation

/// How a payload is sent: what is not in the payload itself.
struct PushOptions: ParsableArguments {
    @Option(help: "The request's identifier (default: a new UUID).")
    var identifier: String?

    @Option(name: .customLong("id"), help: .hidden)
    var identifierAlias: String?

    /// The identifier that is named, by either option.
    private var named: String? { identifier ?? identifierAlias }

    @Option(
        name: .customLong("collapse-id"),
        help: """
            The header apns-collapse-id, which becomes the request's identifier. Headers can also be \
            in a file beside the payload: push.headers for push.json.
            """
    )
    var collapseID: String?

    func validate() throws {
        guard named == nil || collapseID == nil else {
            throw ValidationError(
                "--identifier and --collapse-id both set the identifier: give one"
            )
        }
        if let named, !(1...Self.byteLimit).contains(named.utf8.count) {
            throw ValidationError(
                "--identifier has \(named.utf8.count) bytes and may have 1 to "
                    + "\(Self.byteLimit); without it the request has a new UUID"
            )
        }
        guard let collapseID else { return }
        do throws(ToolFailure) {
            _ = try PushHeaders.checked(collapseIdentifier: collapseID, from: "--collapse-id")
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// Longer than any identifier that an app gives a request, and short enough for a line.
    private static let byteLimit = 1024

    /// How a payload is sent, with this identifier and the headers beside the payload's file.
    ///
    /// - Parameter path: The payload's file; `-` for standard input.
    /// - Returns: The identifier, and how the push was sent.
    /// - Throws: ``ToolFailure`` for headers that cannot be read.
    func push(from path: String) throws(ToolFailure) -> (identifier: String, type: PushType) {
        let headers = try PushHeaders.beside(path)
        let identifier = named ?? collapseID ?? headers.requestIdentifier
        return (identifier ?? UUID().uuidString, headers.type ?? .alert)
    }
}
