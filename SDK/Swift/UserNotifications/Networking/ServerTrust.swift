// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationNetworking
internal import FoundationSupplement
internal import Synchronization

/// Asks a session's delegate whether it trusts a server, and waits for its answer.
///
/// It is called on the queue that connects for the session, by `trust.c` of `CBelfryURLSession`, whose
/// header says what is what.
@c(belfry_judge_server)
func judgeServer(
    _ owner: UnsafeMutableRawPointer?,
    _ host: UnsafePointer<CChar>?,
    _ certificates: UnsafePointer<UnsafePointer<UInt8>?>?,
    _ lengths: UnsafePointer<Int>?,
    _ count: Int,
    _ verdict: Int32,
    _ reason: UnsafePointer<CChar>?
) -> Int32 {
    guard let owner = unsafe owner, let host = unsafe host, let reason = unsafe reason else {
        return ServerTrust.asFound.rawValue
    }
    let handle = unsafe Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue()
    guard let task = ServerTrust.task(of: handle) else {
        RunLog.write(
            .error,
            "A session's delegate could not be asked about a server's certificates."
        )
        return ServerTrust.asFound.rawValue
    }
    guard let session = ServerTrust.session(of: task),
        session.delegate != nil || task.delegate != nil
    else { return ServerTrust.asFound.rawValue }
    let shown = (0..<count).compactMap { index -> Data? in
        guard let bytes = unsafe certificates?[index], let length = unsafe lengths?[index] else {
            return nil
        }
        return unsafe Data(bytes: bytes, count: length)
    }
    let trust = SecTrust(
        certificates: shown,
        verdict: Int(verdict),
        reason: unsafe String(cString: reason)
    )
    let name = unsafe String(cString: host)
    return ServerTrust.ask(about: trust, of: name, for: task, in: session).rawValue
}

/// What becomes of a connection, by the numbers of `trust.h`.
enum ServerTrust: Int32, Sendable {
    /// What was found of the certificates counts.
    case asFound = -1
    /// It is refused.
    case refused = 0
    /// It is made.
    case accepted = 1
    /// It is refused, and the task is cancelled.
    case cancelled = 2

    /// The task of one of FoundationNetworking's handles, whose delegate is its URL protocol.
    static func task(of handle: AnyObject) -> URLSessionTask? {
        (property("delegate", of: handle) as? URLProtocol)?.task
    }

    /// The session of a task that has not ended.
    static func session(of task: URLSessionTask) -> URLSession? {
        property("session", of: task) as? URLSession
    }

    private static func property(_ name: String, of object: AnyObject) -> Any? {
        let mirrors = sequence(first: Mirror(reflecting: object)) { $0.superclassMirror }
        return mirrors.lazy.compactMap { mirror in
            mirror.children.first { $0.label == name }?.value
        }.first
    }

    /// Asks the session's delegate, then the task's, as iOS does where the first one leaves it open.
    static func ask(
        about trust: SecTrust,
        of host: String,
        for task: URLSessionTask,
        in session: URLSession
    ) -> ServerTrust {
        let port = task.currentRequest?.url?.port ?? 443
        let challenge = URLAuthenticationChallenge(
            protectionSpace: ServerSpace(host: host, port: port, trust: trust),
            proposedCredential: nil,
            previousFailureCount: 0,
            failureResponse: nil,
            error: nil,
            sender: Sender()
        )
        let answer = Answer()
        session.delegateQueue.addOperation {
            let own = task.delegate ?? session.delegate as? any URLSessionTaskDelegate
            let askTask: @Sendable () -> Void = {
                guard let own else { return answer.give(.asFound) }
                own.urlSession(session, task: task, didReceive: challenge) {
                    answer.give(meaning($0, $1))
                }
            }
            guard let delegate = session.delegate else { return askTask() }
            delegate.urlSession(session, didReceive: challenge) { disposition, credential in
                if disposition == .performDefaultHandling { return askTask() }
                answer.give(meaning(disposition, credential))
            }
        }
        if let given = answer.wait(task.currentRequest?.timeoutInterval ?? 60) { return given }
        RunLog.write(
            .error,
            "The delegate did not say whether it trusts \(host); the connection is refused. Call the "
                + "completion handler of every challenge."
        )
        return .refused
    }

    private static func meaning(
        _ disposition: URLSession.AuthChallengeDisposition,
        _ credential: URLCredential?
    ) -> ServerTrust {
        switch disposition {
        // A name and a password are no answer to this question.
        case .useCredential:
            credential?.acceptsServer == true ? .accepted : .asFound
        case .cancelAuthenticationChallenge: .cancelled
        case .rejectProtectionSpace: .refused
        case .performDefaultHandling: .asFound
        }
    }
}

/// A delegate's answer, the first of which counts.
private final class Answer: Sendable {
    private let given = Mutex<ServerTrust?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func give(_ trust: ServerTrust) {
        given.withLock { if $0 == nil { $0 = trust } }
        semaphore.signal()
    }

    /// The answer; nil where none came in so many seconds.
    func wait(_ seconds: TimeInterval) -> ServerTrust? {
        _ = semaphore.wait(timeout: .now() + seconds)
        return given.withLock(\.self)
    }
}

/// What a challenge comes from: its delegate answers by the completion handler.
private final class Sender: NSObject, URLAuthenticationChallengeSender, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
