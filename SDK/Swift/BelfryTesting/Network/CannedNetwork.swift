// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The network as a test has it: what each URL answers.
///
/// ```swift
/// let network: CannedNetwork = [
///     "https://example.com/monkey.png": .file(monkey),
///     "https://example.com/gone.png": .status(404),
/// ]
/// ```
public struct CannedNetwork: Sendable, ExpressibleByDictionaryLiteral {
    private let answer: @Sendable (Request) -> Answer?

    /// Makes a network that answers nothing: every request fails the test.
    public init() {
        self.init { _ in nil }
    }

    /// Answers each URL, whatever the method.
    public init(dictionaryLiteral elements: (String, Answer)...) {
        self.init(Dictionary(elements) { $1 })
    }

    /// Answers each URL, whatever the method.
    public init(_ answers: [String: Answer]) {
        self.init { answers[$0.url] }
    }

    /// Answers what a closure answers.
    ///
    /// - Parameter answer: Called on threads of the kit's; nil fails the test.
    public init(_ answer: @escaping @Sendable (Request) -> Answer?) {
        self.answer = answer
    }

    /// The answer to a request; nil for none.
    func callAsFunction(_ request: Request) -> Answer? {
        answer(request)
    }
}

extension CannedNetwork {
    /// A request that an extension made.
    public struct Request: Sendable, Equatable {
        /// Such as `GET`.
        public let method: String

        /// The whole URL, as it was asked for.
        public let url: String

        /// The header fields, by their names in lower case.
        public let headers: [String: String]

        /// The body.
        public let body: Data
    }

    /// What a request is answered with.
    public struct Answer: Sendable {
        enum Kind {
            case response(status: Int, headers: [String: String], body: Data)
            case file(URL, type: String?)
            case held
            case connectionLost
        }

        let kind: Kind

        /// Answers with bytes.
        public static func data(
            _ body: Data,
            type: String = "application/octet-stream",
            status: Int = 200,
            headers: [String: String] = [:]
        ) -> Self {
            let headers = headers.merging(["Content-Type": type]) { own, _ in own }
            return Self(kind: .response(status: status, headers: headers, body: body))
        }

        /// Answers with text.
        public static func text(_ body: String, type: String = "text/plain") -> Self {
            data(Data(body.utf8), type: type)
        }

        /// Answers with a file's contents; one that cannot be read is answered with status 500.
        ///
        /// - Parameters:
        ///   - url: Where the file is.
        ///   - type: Its media type; by its name where nil.
        /// - Returns: The answer, for which the file is read when it is asked for.
        public static func file(_ url: URL, type: String? = nil) -> Self {
            Self(kind: .file(url, type: type))
        }

        /// Answers with a status and nothing else.
        public static func status(_ status: Int, headers: [String: String] = [:]) -> Self {
            Self(kind: .response(status: status, headers: headers, body: Data()))
        }

        /// Sends on to another URL.
        public static func redirect(to url: String, status: Int = 302) -> Self {
            .status(status, headers: ["Location": url])
        }

        /// Does not answer until the delivery is over: a server that is too slow.
        public static var held: Self { Self(kind: .held) }

        /// Closes the connection without a word: `URLError.Code.networkConnectionLost`.
        public static var connectionLost: Self { Self(kind: .connectionLost) }
    }
}
