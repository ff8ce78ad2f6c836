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
        switch unsafe entry.ai_family {
        case AF_INET:
            let address = unsafe socketAddress.load(as: sockaddr_in.self).sin_addr
            return .v4(UInt32(bigEndian: address.s_addr))
        case AF_INET6:
            var address = unsafe socketAddress.load(as: sockaddr_in6.self).sin6_addr
            return unsafe withUnsafeBytes(of: &address) { IPAddress(bytes: unsafe Array($0)) }
        default: return nil
        }
    }
}

/// A lookup the resolver could not answer.
struct LookupFailure: Error {
    /// The resolver's own sentence (man 3 gai_strerror).
    let sentence: String
}
