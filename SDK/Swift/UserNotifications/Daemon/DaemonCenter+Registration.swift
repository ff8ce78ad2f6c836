// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The app's device token, which the daemon's push endpoint knows.
extension DaemonCenter {
    /// Has the app registered.
    ///
    /// - Parameter reply: Is given the token's bytes, or why there are none.
    func register(_ reply: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        ask(DaemonRequest("POST", Self.path)) { outcome in
            if let failure = outcome.failure { return reply(.failure(failure.foundation)) }
            guard let token = outcome.token else {
                return reply(.failure(DaemonFailure.nonsense.foundation))
            }
            reply(.success(token))
        }
    }

    /// Has the app's token ended.
    func unregister() {
        ask(DaemonRequest("DELETE", Self.path)) { _ in }
    }

    /// Whether the app has a token, after all that was asked before; false where no daemon answers.
    var isRegistered: Bool { answer(to: DaemonRequest("GET", Self.path)).token != nil }

    private static let path = "/device-token"
}

extension DaemonCenter.Outcome {
    /// The device token; nil where there is none, or it is not made of whole bytes.
    fileprivate var token: Data? {
        guard let text = object?.object("registration")?.text("token") else { return nil }
        return Data(hexadecimal: text)
    }
}

extension Data {
    /// Reads hexadecimal digits, two for each byte; nil for anything else, and for nothing.
    init?(hexadecimal text: String) {
        let digits = text.map { $0.isASCII ? $0.hexDigitValue : nil }
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.init(bytes)
    }
}
