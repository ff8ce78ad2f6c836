// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Foundation
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// Descriptors of attachments that the host lends over the run socket.
    @Suite final class AttachmentAccessTests {
        private let path = NSTemporaryDirectory() + "belfry-access-\(UUID().uuidString)"

        init() throws {
            try Data("picture".utf8).write(to: URL(fileURLWithPath: path))
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        /// How many descriptors of this process are open on the attachment.
        ///
        /// The number of a closed one may be another test's by the time that it is looked at.
        private var openCount: Int {
            get throws {
                let folder = "/proc/self/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                    number in
                    let link = "\(folder)/\(number)"
                    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
                        == path
                }.count
            }
        }

        /// A worker's end of a run socket, with access by way of it; and the host's end.
        private func makeAccess() throws -> (AttachmentAccess, Int32) {
            let ends = try Descriptor.packetPair().split { ($0.release(), $1.release()) }
            let channel = HostChannel(socket: Descriptor(owning: ends.0))
            let access = AttachmentAccess { channel.send($0) }
            try SystemThread.start(named: "control") {
                let buffer = PacketBuffer(capacity: WorkerEvent.frameLimit)
                while var received = channel.receive(in: buffer) {
                    guard case .content(.access(let number, let isGranted)) = received.command
                    else { continue }
                    access.answered(number, isGranted ? received.descriptor.take() : nil)
                }
            }
            return (access, ends.1)
        }

        /// Plays the host: answers what is asked with these descriptors; nil for a refusal.
        private func answer(_ socket: Int32, _ files: [Int32?]) throws {
            try SystemThread.start(named: "host") {
                let host = Descriptor(owning: socket)
                var files = files[...]
                while let file = files.first,
                    let packet = try? host.receivePacket(capacity: WorkerEvent.frameLimit)
                {
                    guard
                        case .content(.beginAccess(let number, 3, "picture")) =
                            try? WorkerEvent(frame: packet.bytes)
                    else { continue }
                    files.removeFirst()
                    let command = WorkerCommand.content(
                        .access(number: number, isGranted: file != nil)
                    )
                    try? host.sendPacket(command.frame, passing: file.map { [$0] } ?? [])
                }
                // Open until the worker's end has said all that it has to say.
                while (try? host.receivePacket(capacity: WorkerEvent.frameLimit)) != nil {}
            }
        }

        private let target = AttachmentAccess.Target(notification: 3, identifier: "picture")

        @Test func `a descriptor is lent until it is given back`() throws {
            let file = try Descriptor.open(path, O_RDONLY)
            let (access, socket) = try makeAccess()
            try answer(socket, [file.raw, file.raw])
            let first = try access.begin(target).get()
            let second = try access.begin(target).get()
            #expect(first != second && first != file.raw)
            #expect(fcntl(first, F_GETFD) & FD_CLOEXEC != 0)
            let lentCount = try openCount
            var bytes = [UInt8](repeating: 0, count: 7)
            #expect(unsafe pread(first, &bytes, 7, 0) == 7)
            #expect(bytes == Array("picture".utf8))
            #expect(access.end(target) == .ok)
            #expect(try openCount == lentCount - 1)
            #expect(access.end(target) == .ok)
            #expect(try openCount == lentCount - 2)
            #expect(access.end(target) == .notFound)
        }

        @Test func `a refusal is an error, and so is a grant without a descriptor`() throws {
            let (access, socket) = try makeAccess()
            try answer(socket, [nil])
            #expect(access.begin(target) == .failure(.failed))
            #expect(access.end(target) == .notFound)
            let events = RecordedEvents()
            let other = AttachmentAccess { event in events.append(event) }
            // An answer to nothing, with a descriptor: it is closed.
            let file = try Descriptor.open(path, O_RDONLY)
            #expect(try openCount > 0)
            other.answered(1, file)
            #expect(try openCount == 0)
        }

        @Test func `so many descriptors are lent and no more`() throws {
            let file = try Descriptor.open(path, O_RDONLY)
            let (access, socket) = try makeAccess()
            try answer(socket, Array(repeating: file.raw, count: AttachmentAccess.limit + 1))
            for _ in 0..<AttachmentAccess.limit { _ = try access.begin(target).get() }
            #expect(access.begin(target) == .failure(.limit))
            #expect(access.end(target) == .ok)
            _ = try access.begin(target).get()
            for _ in 0..<AttachmentAccess.limit { #expect(access.end(target) == .ok) }
        }

        @Test func `only an attachment of the notification is lent`() throws {
            let host = try ContentHost()
            let request = bf_request(id: host.session.presentation.add(.sample()))
            var descriptor: Int32 = -1
            let (begin, end) = unsafe (
                host.presentation.begin_access, host.presentation.end_access
            )
            unsafe HostTable.withString(Array("other".utf8)) { name in
                #expect(
                    unsafe begin?(host.host, request, name, &descriptor) == BF_ERROR_NOT_FOUND
                )
                #expect(unsafe begin?(host.host, request, name, nil) == BF_ERROR_ARGUMENT)
                #expect(unsafe end?(host.host, request, name) == BF_ERROR_NOT_FOUND)
                #expect(
                    unsafe begin?(host.host, bf_request(), name, &descriptor) == BF_ERROR_HANDLE
                )
            }
            unsafe HostTable.withString(Array("picture".utf8)) { name in
                #expect(unsafe end?(host.host, request, name) == BF_ERROR_NOT_FOUND)
            }
            unsafe HostTable.withString([0xff]) { name in
                #expect(unsafe end?(host.host, request, name) == BF_ERROR_ARGUMENT)
            }
            #expect(descriptor == -1)
        }

        @Test func `a command with two descriptors makes no sense`() throws {
            let ends = try Descriptor.packetPair().split { ($0.release(), $1.release()) }
            let channel = HostChannel(socket: Descriptor(owning: ends.0))
            let host = Descriptor(owning: ends.1)
            let file = try Descriptor.open(path, O_RDONLY)
            try host.sendPacket(WorkerCommand.stop.frame, passing: [file.raw, file.raw])
            let buffer = PacketBuffer(capacity: WorkerEvent.frameLimit)
            let isSense = channel.receive(in: buffer) != nil
            #expect(!isSense)
        }
    }
}
