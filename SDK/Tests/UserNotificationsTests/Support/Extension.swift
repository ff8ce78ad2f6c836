// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Synchronization
internal import Testing

/// The extension as the worker sees it: its descriptor and its service table.
@safe struct Extension {
    private let descriptor: UnsafePointer<bf_extension>

    /// What `bf_extension_main` made of the version it was offered.
    let version: UInt32

    /// Goes in by the one exported symbol; nil when the extension refuses the host.
    init?(offering offered: UInt32 = 1 << 16) {
        var version = offered
        guard let descriptor = unsafe bf_extension_main(&version) else { return nil }
        unsafe self.descriptor = descriptor
        self.version = version
    }

    /// The first words of the descriptor: magic, size, and the bytes of identifier and version.
    var facts: [UInt64] {
        unsafe [
            UInt64(descriptor.pointee.magic), UInt64(descriptor.pointee.size),
            descriptor.pointee.identifier.count, descriptor.pointee.version.count,
        ]
    }

    /// The address of one of the extension's tables; nil for an id it does not have.
    func address(of id: String) -> Int? {
        let table = unsafe descriptor.pointee.interface(
            descriptor.pointee.`self`,
            FakeHost.lend(id)
        )
        return unsafe table.map { Int(bitPattern: $0) }
    }

    /// Starts the extension on a fresh fake host whose manifest names a class of this module.
    @discardableResult
    static func started(
        _ principalClass: String,
        original: FakeHost.Content = FakeHost.Content()
    ) throws -> Extension {
        FakeHost.reset(
            principalClass: "UserNotificationsTests.\(principalClass)",
            original: original
        )
        let started = try #require(Extension())
        try #require(started.start() == 0, "\(FakeHost.state.withLock { $0.explanations })")
        return started
    }

    func start(onOlderHost isOlder: Bool = false) -> bf_status {
        let table = unsafe isOlder ? FakeHost.olderTable : FakeHost.table
        return unsafe service?.pointee.start(descriptor.pointee.`self`, table) ?? -9
    }

    func pressure(used: UInt64, limit: UInt64) {
        unsafe service?.pointee.pressure(descriptor.pointee.`self`, used, limit)
    }

    func cpuPressure(used: UInt64, limit: UInt64) {
        unsafe service?.pointee.cpu_pressure(descriptor.pointee.`self`, used, limit)
    }

    func didReceive() {
        unsafe service?.pointee.did_receive(
            descriptor.pointee.`self`,
            FakeHost.request,
            FakeHost.completion
        )
    }

    func willExpire() {
        unsafe service?.pointee.will_expire(
            descriptor.pointee.`self`,
            FakeHost.request,
            1_000_000_000
        )
    }

    private var service: UnsafePointer<bf_service>? {
        unsafe address(of: "bf.service/1").flatMap { unsafe UnsafePointer(bitPattern: $0) }
    }
}
