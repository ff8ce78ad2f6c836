// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A thread of our own (man 3 pthread_create), for work that blocks: never for a task of Swift's
/// concurrency, whose pool has a thread per core.
package enum SystemThread {
    /// Starts a detached thread.
    ///
    /// - Parameters:
    ///   - name: What debuggers show, 15 bytes at most.
    ///   - body: The thread's life.
    /// - Throws: ``SystemError`` with `EAGAIN` when there are too many threads.
    package static func start(
        named name: String,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(Body(name: name, run: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, threadMain, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(call: "pthread_create", subject: name, errno: code)
        }
        pthread_detach(thread)
    }

    /// Sets the stack size of threads that do not ask for one, in bytes: all of a stack counts as
    /// private memory of the process, used or not.
    package static func setDefaultStack(byteCount: Int) throws(SystemError) {
        try checked("pthread_setattr_default_np") { belfry_set_default_stack(byteCount) }
    }

    fileprivate final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}

@c
private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let body = unsafe Unmanaged<SystemThread.Body>.fromOpaque(context).takeRetainedValue()
    unsafe body.name.withCString { pointer in
        _ = belfry_prctl(belfry_pr_set_name, UInt(bitPattern: pointer))
    }
    body.run()
    return nil
}
