// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
package import NIOCore
internal import NIOPosix

/// The machine's own resolver (man 3 getaddrinfo), on threads of its own as it blocks.
///
/// Every proxy has one to itself, so that an extension whose lookups hang delays no other. Its two
/// threads start with the first lookup and end with the resolver.
package final class SystemResolver: AddressResolver {
    private let pool = NIOThreadPool(numberOfThreads: 2)

    package init() {}

    deinit {
        pool.shutdownGracefully { _ in }
    }

    package func addresses(
        of name: String,
        on loop: any EventLoop
    ) -> EventLoopFuture<[IPAddress]> {
        pool.start()
        // Held until the answer is there: with the last holder the pool goes.
        return pool.runIfActive(eventLoop: loop) { [self] in try self.lookUp(name) }
    }

    private func lookUp(_ name: String) throws -> [IPAddress] {
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
            if let address = unsafe Self.address(of: entry) { addresses.append(address) }
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
