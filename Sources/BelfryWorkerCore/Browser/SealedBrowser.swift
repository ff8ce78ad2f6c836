// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
package import BelfrySystem
package import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// A browser in a sandbox, for pages that others wrote.
///
/// Its network has one thing in it: a socket that the host accepts at, as a worker's has for its proxy.
/// Of the machine's files it sees programs, libraries and fonts, and it writes into one folder. It is
/// nobody and the first process of a PID namespace. It may make user namespaces, by which it puts its own
/// sandbox around what reads pages. The process that the host starts stays outside until it has ended.
package enum SealedBrowser {
    /// Starts a browser, and waits until it has ended.
    ///
    /// - Parameters:
    ///   - launch: The browser.
    ///   - socket: Where the host is told, and where the browser is spoken to then (descriptors 3 and 4).
    /// - Returns: The exit status (man 3 sysexits).
    package static func run(_ launch: BrowserLaunch, socket: consuming Descriptor) -> Int32 {
        Privileges.setName("belfry-browser")
        OutOfMemory.preferThisProcess()
        do {
            try isolate(launch)
            let process = try checked("fork") { belfry_fork() }
            guard process == 0 else { return wait(for: process) }
            let port = try seal(launch, telling: socket)
            let proxy = "--proxy-server=http://127.0.0.1:\(port)"
            _ = ProgramReplacement.run(launch.program, launch.arguments + [proxy])
        } catch {
            try? socket.sendPacket(Array("\(error)".utf8))
        }
        return EX_OSERR
    }

    /// Enters namespaces of its own; the PID namespace is for what is forked from here on.
    private static func isolate(_ launch: BrowserLaunch) throws {
        let plan = IsolationPlan.probe()
        guard plan.namespaces.isSuperset(of: .isolating) else {
            throw SealProblem(description: plan.shortfall ?? "there are no namespaces here")
        }
        // Other users have to get through the folders on the way.
        umask(0o022)
        guard let identity = plan.identity else {
            return try Privileges.becomeNobody(owning: .isolating)
        }
        let own = launch.own
        try checked("chown", own) { unsafe chown(own, identity, identity) }
        try checked("unshare") { belfry_unshare(NamespaceSet.isolating.cloneFlags) }
    }

    /// Puts the sandbox around this process, and hands the host its socket.
    ///
    /// - Returns: The socket's port.
    private static func seal(
        _ launch: BrowserLaunch,
        telling host: borrowing Descriptor
    ) throws(SystemError) -> UInt16 {
        let tree = try MountTree(at: launch.root)
        for path in readablePaths { try tree.show(path) }
        for device in WorkerSeal.devices + ["/dev/zero"] { try tree.showDevice(device) }
        try tree.showWritable(launch.own)
        try tree.showProcesses()
        try tree.enter()
        umask(0o077)
        try checked("ioctl", "lo") { belfry_loopback_up() }
        var port: UInt16 = 0
        let raw = try checked("listen") { unsafe belfry_listen_loopback(&port) }
        let listener = Descriptor(owning: raw)
        try Privileges.dropBoundingSet()
        if getuid() == 0 { try Privileges.become(IsolationPlan.unprivilegedIdentity) }
        try Privileges.dropCapabilities()
        try Privileges.forbidNewPrivileges()
        // Changing ids has cleared it.
        try checked("prctl", "PR_SET_PDEATHSIG") {
            belfry_prctl(belfry_pr_set_pdeathsig, UInt(SIGKILL))
        }
        try ResourceLimits.boundBrowser(
            dataByteCount: 2 << 30,
            cpuSeconds: 60,
            fileByteCount: 256 << 20
        )
        try host.sendPacket(Array(BrowserLaunch.readiness.utf8), passing: [listener.raw])
        return port
    }

    /// Waits for a child's end.
    private static func wait(for process: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? EX_OK : EX_OSERR
    }

    /// What it may read and run: programs and libraries, fonts, the time zone.
    ///
    /// Not `/etc/chromium`, whose policies are for people.
    private static let readablePaths = [
        "/usr", "/bin", "/lib", "/lib64", "/opt", "/etc/alternatives", "/etc/fonts",
        "/etc/ld.so.cache", "/etc/localtime", "/var/cache/fontconfig",
    ]
}

/// Why there is no sandbox for a browser.
private struct SealProblem: Error, CustomStringConvertible {
    let description: String
}
