// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import CBelfry
import Synchronization

@testable import BelfryWorkerCore

/// An extension's functions, with what they were called with written down.
final class RecordedCalls: Sendable {
    private let calls = Mutex<[String]>([])

    /// Waited for by each call that is to last, once it is set.
    let gate = Mutex<Semaphore?>(nil)
    /// Told of each call that waits.
    let isWaiting = Semaphore()
    /// What is done besides, by the name of the callback.
    let action = Mutex<@Sendable (String, UInt64) -> Void>({ _, _ in })
    /// The completion of the last response, by address.
    let completion = Mutex<UInt>(0)

    var all: [String] { calls.withLock { $0 } }

    func note(_ call: String, _ handle: UInt64 = 0) {
        calls.withLock { $0.append(call) }
        action.withLock { $0 }(call, handle)
        guard let gate = gate.withLock({ $0 }) else { return }
        isWaiting.signal()
        gate.wait()
    }

    /// Answers the last response.
    func answer(_ option: UInt32) {
        let address = completion.withLock { $0 }
        let function = unsafe unsafeBitCast(address, to: bf_response_completion?.self)
        function?(option)
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> RecordedCalls? {
        unsafe context.map {
            unsafe Unmanaged<RecordedCalls>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The table of an extension whose context this is; the object has to outlive it.
    func table(answersResponses: Bool = true) -> ContentTable {
        var table = bf_content_extension()
        table.size = UInt32(MemoryLayout<bf_content_extension>.size)
        unsafe table.load = { unsafe RecordedCalls.of($0)?.note("load") }
        unsafe table.did_receive = { unsafe RecordedCalls.of($0)?.note("receive", $1.id) }
        unsafe table.media_play = { unsafe RecordedCalls.of($0)?.note("play") }
        unsafe table.media_pause = { unsafe RecordedCalls.of($0)?.note("pause") }
        unsafe table.stop = { unsafe RecordedCalls.of($0)?.note("stop") }
        if answersResponses {
            unsafe table.did_receive_response = { context, response, completion in
                let calls = unsafe RecordedCalls.of(context)
                let address = completion.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
                calls?.completion.withLock { $0 = address }
                calls?.note("response", response.id)
            }
        }
        return unsafe ContentTable(table, context: Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: Handlers of views

    static let bare = handler({} as @convention(c) () -> Void)

    static let ofView = unsafe handler(
        { unsafe RecordedCalls.of($0)?.note("view \($1 & 0xffff_ffff)") }
            as @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void
    )

    static let ofReal = unsafe handler(
        { unsafe RecordedCalls.of($1)?.note("real \($0) \($3)", $2) }
            as @convention(c) (Double, UnsafeMutableRawPointer?, UInt64, Double) -> Void
    )

    static let ofBool = unsafe handler(
        { unsafe RecordedCalls.of($0)?.note("bool \($1)") }
            as @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
    )

    static let ofText = unsafe handler(
        { view, first, context, second in
            let texts = unsafe [HostTable.text(of: first), HostTable.text(of: second)]
            unsafe RecordedCalls.of(context)?.note("text \(texts)", view)
        } as @convention(c) (UInt64, bf_string, UnsafeMutableRawPointer?, bf_string) -> Void
    )

    static let ofEight = unsafe handler(
        { unsafe RecordedCalls.of($7)?.note("eight \($0) \($6) \($1 == $5)") }
            as @convention(c) (
                Double, UInt64, Double, UInt64, Double, UInt64, Double, UnsafeMutableRawPointer?
            ) -> Void
    )

    /// A function of any signature, as the ABI takes it.
    private static func handler<Function>(_ function: Function) -> bf_handler {
        unsafe unsafeBitCast(function, to: bf_handler.self)
    }
}
