// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// The machine's own resolver (man 3 getaddrinfo), on threads of its own as it blocks.
///
/// A lookup cannot be interrupted, and one that a name server leaves without an answer holds its
/// thread for as long as the machine's resolver is patient. So the threads are few, lookups wait for
/// one of them, and a lookup that waited until nobody wants its answer any more is left out. The
/// threads start with the first lookup and end with the resolver.
final class SystemResolver: AddressResolver {
    /// Lookups that are under way at the same time.
    static let threadCount = 4

    /// Lookups that are under way or wait; any more fail at once.
    static let pendingLimit = 256

    private let pool = NIOThreadPool(numberOfThreads: threadCount)
    private let patience: Duration
    private let lookUp: @Sendable (String) throws -> [IPAddress]
    private let pendingCount = Mutex(0)

    /// Makes a resolver without a thread.
    ///
    /// - Parameters:
    ///   - patience: How long somebody waits for an answer.
    ///   - lookUp: What looks a name up; blocks.
    init(
        patience: Duration,
        lookUp: @escaping @Sendable (String) throws -> [IPAddress] = SystemResolver.askMachine
    ) {
        self.patience = patience
        self.lookUp = lookUp
    }

    deinit {
        pool.shutdownGracefully { _ in }
    }

    func addresses(
        of name: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[IPAddress]> {
        guard beginsAnother() else {
            return loop.makeFailedFuture(
                LookupFailure(sentence: "\(Self.pendingLimit) lookups of the bundle are under way")
            )
        }
        pool.start()
        let end = NIODeadline.now() + TimeAmount(patience)
        // Held until the answer is there: with the last holder the pool goes.
        return pool.runIfActive(eventLoop: loop) { [self] in
            defer { self.pendingCount.withLock { $0 -= 1 } }
            guard NIODeadline.now() < end else {
                throw LookupFailure(sentence: "lookups before it took too long")
            }
            return try self.lookUp(name)
        }
    }

    private func beginsAnother() -> Bool {
        pendingCount.withLock { count in
            guard count < Self.pendingLimit else { return false }
            count += 1
            return true
        }
    }

    /// Asks the machine's resolver; blocks.
    @Sendable static func askMachine(_ name: String) throws -> [IPAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else {
            let sentence = unsafe gai_strerror(code).map { unsafe String(cString: $0) }
            throw LookupFailure(sentence: sentence ?? "error \(code)")
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = unsafe list
        while let entry = unsafe next?.pointee {
            if let address = unsafe address(of: entry) { addresses.append(address) }
            unsafe next = entry.ai_next
        }
        return addresses
    }

    private static func address(of entry: addrinfo) -> IPAddress? {
        guard let socketAddress = unsafe UnsafeRawPointer(entry.ai_addr) else { return nil }
        // The address's place in sockaddr_in and sockaddr_in6 (man 7 ip, man 7 ipv6): which module
        // their members belong to depends on what else is imported.
        let (offset, count): (Int, Int)
        switch unsafe entry.ai_family {
        case AF_INET: (offset, count) = (4, 4)
        case AF_INET6: (offset, count) = (8, 16)
        default: return nil
        }
        return unsafe IPAddress(
            bytes: Array(UnsafeRawBufferPointer(start: socketAddress + offset, count: count))
        )
    }
}

/// A lookup the resolver could not answer.
struct LookupFailure: Error {
    /// The resolver's own sentence (man 3 gai_strerror).
    let sentence: String
}
