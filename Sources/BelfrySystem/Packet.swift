// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// One packet of a SOCK_SEQPACKET socket, with the descriptors it carried.
package struct Packet: ~Copyable {
    /// The packet's bytes.
    package let bytes: [UInt8]

    /// The descriptors that came with it, in order; closed with the packet unless taken.
    package var descriptors: DescriptorList

    /// Whether the packet, or its descriptors, did not fit and were cut.
    package let isTruncated: Bool

    /// Most descriptors a packet can carry.
    package static let descriptorLimit = belfry_packet_descriptor_limit
}

/// Descriptors that arrived together, each owned until it is taken or the list goes.
package struct DescriptorList: ~Copyable {
    private var raw: ArraySlice<Int32>

    init(owning raw: [Int32]) {
        self.raw = raw[...]
    }

    deinit {
        for descriptor in raw { Glibc.close(descriptor) }
    }

    /// How many are left.
    package var count: Int { raw.count }

    /// Takes the next one.
    package mutating func takeFirst() -> Descriptor? {
        raw.popFirst().map { Descriptor(owning: $0) }
    }
}

extension Descriptor {
    /// Receives one packet (man 2 recvmsg).
    ///
    /// - Parameters:
    ///   - capacity: The longest packet to take; what is beyond it is lost and marked.
    ///   - waits: Whether to wait for one.
    /// - Returns: The packet, or nil at the end of the stream.
    /// - Throws: ``SystemError``, `EAGAIN` when there is none and the call does not wait.
    package borrowing func receivePacket(
        capacity: Int,
        waits: Bool = true
    ) throws(SystemError) -> Packet? {
        let raw = self.raw
        var descriptors = [Int32](repeating: -1, count: Packet.descriptorLimit)
        var descriptorCount = 0
        var truncated: Int32 = 0
        var failure: SystemError?
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            do throws(SystemError) {
                count = try checked("recvmsg") {
                    unsafe belfry_receive_packet(
                        raw,
                        buffer.baseAddress,
                        capacity,
                        &descriptors,
                        &descriptorCount,
                        &truncated,
                        flags
                    )
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let list = DescriptorList(owning: Array(descriptors[..<descriptorCount]))
        if bytes.isEmpty && list.count == 0 { return nil }
        return Packet(bytes: bytes, descriptors: list, isTruncated: truncated != 0)
    }

    /// Sends one packet (man 2 sendmsg), never raising SIGPIPE.
    ///
    /// - Parameters:
    ///   - bytes: The packet.
    ///   - descriptors: Numbers to pass; the sender keeps its own.
    ///   - waits: Whether to wait for room.
    /// - Throws: ``SystemError``, `EAGAIN` when there is no room and the call does not wait.
    package borrowing func sendPacket(
        _ bytes: [UInt8],
        passing descriptors: [Int32] = [],
        waits: Bool = true
    ) throws(SystemError) {
        let raw = self.raw
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        try checked("sendmsg") {
            unsafe belfry_send_packet(
                raw,
                bytes,
                bytes.count,
                descriptors,
                descriptors.count,
                flags
            )
        }
    }
}
