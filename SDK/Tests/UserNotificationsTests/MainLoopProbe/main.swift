// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Runs the main loop of the C ABI as a worker does and prints what was served on the main thread.
// A test reads the lines.

internal import CBelfry
internal import Foundation
internal import UserNotifications

/// Prints the processor time used so far and ends the process.
func report() -> Never {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let microseconds = usage.ru_utime.tv_sec * 1_000_000 + usage.ru_utime.tv_usec
    print("cpu \(microseconds)")
    exit(0)
}

/// Goes through queue, timer and actor, then stays idle for a while.
func visitMainThread() {
    print("queue \(Thread.isMainThread)")
    let timer = Timer(timeInterval: 0.01, repeats: false) { _ in
        print("timer \(Thread.isMainThread)")
        Task { @MainActor in
            print("actor \(Thread.isMainThread)")
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(300)) { report() }
        }
    }
    RunLoop.main.add(timer, forMode: .default)
}

DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
    DispatchQueue.main.async { visitMainThread() }
}

var version: UInt32 = 1 << 16
let name = "bf.mainloop/1"
guard
    let descriptor = unsafe bf_extension_main(&version),
    let table = unsafe Array(name.utf8).withUnsafeBufferPointer({ bytes in
        unsafe descriptor.pointee.interface(
            descriptor.pointee.`self`,
            bf_string(bytes: bytes.baseAddress, count: UInt64(bytes.count))
        )
    })
else { exit(1) }
let mainLoop = unsafe table.assumingMemoryBound(to: bf_main_loop.self)
unsafe mainLoop.pointee.run(descriptor.pointee.`self`)
print("returned")
exit(1)
