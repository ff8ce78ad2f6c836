// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Bytes for whoever reads pictures.
public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: Data?

    /// Takes bytes.
    public init(data: Data) {
        self.data = data
    }

    /// Reads a file; nil where that fails.
    public init?(url: URL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.data = data
    }
}
