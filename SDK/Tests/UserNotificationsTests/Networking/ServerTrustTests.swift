// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationNetworking
@testable internal import FoundationSupplement
internal import Synchronization
internal import Testing

@testable internal import UserNotifications

/// What a session's delegate says of a server's certificates counts.
///
/// That it is asked when a session connects is tested with a server, in a sandbox: nothing stands before
/// libcurl in this program.
@Suite(.timeLimit(.minutes(1))) struct ServerTrustTests {
    /// How a delegate answers, and what becomes of the connection.
    struct Answer: Sendable, CustomTestStringConvertible {
        let name: String
        let answer: Asked.Judge
        let trust: ServerTrust
        var testDescription: String { name }
    }

    private static let answers = [
        Answer(name: "accepts", answer: { accept($0) }, trust: .accepted),
        Answer(
            name: "leaves it",
            answer: { _ in (.performDefaultHandling, nil) },
            trust: .asFound
        ),
        Answer(
            name: "cancels",
            answer: { _ in (.cancelAuthenticationChallenge, nil) },
            trust: .cancelled
        ),
        Answer(
            name: "rejects",
            answer: { _ in (.rejectProtectionSpace, nil) },
            trust: .refused
        ),
        Answer(
            name: "answers with a password",
            answer: { _ in
                (.useCredential, URLCredential(user: "a", password: "b", persistence: .none))
            },
            trust: .asFound
        ),
        Answer(
            name: "answers with nothing",
            answer: { _ in (.useCredential, nil) },
            trust: .asFound
        ),
    ]

    private static func accept(
        _ challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.useCredential, challenge.protectionSpace.serverTrust.map(URLCredential.init(trust:)))
    }

    @Test(arguments: answers)
    func `a connection becomes what the session's delegate says`(_ answer: Answer) throws {
        let delegate = Pinner(answer.answer)
        #expect(try ask(delegate) == answer.trust)
        #expect(delegate.asked == ["bells.example 8443 \(NSURLAuthenticationMethodServerTrust)"])
    }

    @Test func `a delegate of tasks is asked where the session's leaves it open`() throws {
        let delegate = TaskPinner { Self.accept($0) }
        #expect(try ask(delegate) == .accepted)
        #expect(delegate.asked == ["bells.example 8443 \(NSURLAuthenticationMethodServerTrust)"])
    }

    @Test func `a delegate that never answers has the connection refused`() throws {
        let log = Mutex<[String]>([])
        let given = try RunLog.$recorder.withValue(
            { level, line in log.withLock { $0.append("\(level): \(line)") } },
            operation: { try ask(Silent(), timeout: 0.05) }
        )
        #expect(given == .refused)
        let told = log.withLock(\.self)
        #expect(told.first?.hasPrefix("error: The delegate did not say whether") == true, "\(told)")
    }

    @Test func `certificates are read as data, and judged as they were found`() throws {
        let shown = [Data([1, 2]), Data([3])]
        let bad = SecTrust(certificates: shown, verdict: 10, reason: "certificate has expired")
        let chain = SecTrustCopyCertificateChain(bad) as? [SecCertificate] ?? []
        #expect(chain.map { Data(referencing: SecCertificateCopyData($0)) } == shown)
        #expect(SecTrustGetCertificateCount(bad) == 2)
        #expect(SecTrustGetCertificateAtIndex(bad, 1) === chain.last)
        #expect(SecTrustGetCertificateAtIndex(bad, 2) == nil)
        var error: (any Error)?
        #expect(!SecTrustEvaluateWithError(bad, &error))
        #expect((error as NSError?)?.code == -67818)
        var result = SecTrustResultType.invalid
        #expect(SecTrustEvaluate(bad, &result) == 0)
        #expect(result == .recoverableTrustFailure)
        let good = SecTrust(certificates: shown, verdict: 0, reason: "ok")
        #expect(SecTrustEvaluateWithError(good, nil))
    }

    private func ask(
        _ delegate: any URLSessionDelegate,
        timeout: TimeInterval = 30
    ) throws -> ServerTrust {
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: "https://bells.example:8443/a"))
        let task = session.dataTask(with: URLRequest(url: url, timeoutInterval: timeout))
        let trust = SecTrust(certificates: [Data([1])], verdict: 18, reason: "self-signed")
        return ServerTrust.ask(about: trust, of: "bells.example", for: task, in: session)
    }
}

/// A delegate that does not answer.
private final class Silent: NSObject, URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
}

/// A delegate of a session that is asked about servers.
class Asked: NSObject, @unchecked Sendable {  // Unchecked: the list is behind its lock.
    typealias Judge =
        @Sendable (URLAuthenticationChallenge) -> (
            URLSession.AuthChallengeDisposition, URLCredential?
        )

    private let list = Mutex<[String]>([])
    private let judge: Judge

    init(_ judge: @escaping Judge) { self.judge = judge }

    var asked: [String] { list.withLock(\.self) }

    func answer(
        _ challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        list.withLock { $0.append("\(space.host) \(space.port) \(space.authenticationMethod)") }
        return judge(challenge)
    }
}

private final class Pinner: Asked, URLSessionDelegate, @unchecked Sendable {  // As its superclass.
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = answer(challenge)
        completionHandler(disposition, credential)
    }
}

private final class TaskPinner: Asked, URLSessionTaskDelegate, @unchecked Sendable {  // As above.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = answer(challenge)
        completionHandler(disposition, credential)
    }
}
