// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// The process beside a zygote that still sees the machine's files: what the host names it shows to the
/// zygote and its workers, which have no way to ask it for anything.
///
/// It is forked before the zygote enters the sandbox, holds the host's socket and nothing else, and makes
/// no system call but those for that. It ends with the zygote, the first process of their PID namespace,
/// and when the host closes the socket.
enum Mounter {
    /// Forks the mounter of this process, which is to become a zygote.
    ///
    /// - Parameters:
    ///   - tree: What the zygote is about to enter.
    ///   - socket: Where the host asks, a SOCK_SEQPACKET one.
    /// - Throws: ``SystemError`` when there can be none.
    static func start(
        _ tree: borrowing MountTree,
        on socket: borrowing Descriptor
    ) throws(SystemError) {
        let process = try checked("fork") { belfry_fork() }
        guard process == 0 else { return }
        _exit(run(tree, on: socket))
    }

    /// Where the host's socket is from now on; 0 to 2 are the standard streams.
    private static let socket: Int32 = 3

    private static func run(
        _ tree: borrowing MountTree,
        on socket: borrowing Descriptor
    ) -> Int32 {
        do throws(SystemError) {
            Privileges.setName("belfry-mounter")
            try tree.remain()
            try seal(socket)
            let host = Descriptor(owning: Self.socket)
            let buffer = PacketBuffer(capacity: WorkerEvent.frameLimit)
            while let packet = try host.receivePacket(in: buffer) {
                guard let request = try? MountRequest(frame: packet.bytes) else {
                    return EX_PROTOCOL
                }
                try host.sendPacket(serve(request, tree).frame)
            }
            return 0
        } catch {
            return EX_OSERR
        }
    }

    private static func seal(_ socket: borrowing Descriptor) throws(SystemError) {
        let raw = socket.raw
        try checked("dup2") { dup2(raw, Self.socket) }
        try checked("close_range") { belfry_close_from(UInt32(Self.socket) + 1) }
        try Privileges.dropBoundingSet()
        try Privileges.keepShowingCapabilities()
        try Privileges.forbidNewPrivileges()
        try Privileges.forbidInspection()
        _ = Privileges.denyWriteExecute()
        let policy = SystemCallPolicy(stage: .mounter, hasNetwork: false)
        try SystemCallFilter(policy).install()
    }

    private static func serve(
        _ request: MountRequest,
        _ tree: borrowing MountTree
    ) -> MountAnswer {
        do throws(SystemError) {
            for folder in request.folders {
                let identity = FileIdentity(device: folder.device, inode: folder.inode)
                try tree.show(folder.path, being: identity, isWritable: folder.isWritable)
            }
            return MountAnswer(worker: request.worker)
        } catch {
            return MountAnswer(worker: request.worker, failure: error.description)
        }
    }
}
