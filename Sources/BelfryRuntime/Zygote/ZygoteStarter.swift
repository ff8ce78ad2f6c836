// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What starts zygotes.
///
/// The host's own is ``ZygoteStarter``. The simulation has one without processes.
protocol ZygoteStarting {
    /// Starts a process and tells it what to set up.
    ///
    /// - Parameter runtime: Whose extensions it is for.
    /// - Returns: The zygote, whose sockets nobody watches yet.
    /// - Throws: ``SystemError`` when there can be no process, ``HostError`` where the SDK lacks a part.
    func start(_ runtime: ExtensionBundle.Runtime) throws -> Zygote
}

/// Starts the processes of zygotes: decides what they may read, load and see of the environment.
struct ZygoteStarter: ZygoteStarting {
    private let configuration: HostConfiguration
    private let directory: HostDirectory
    private let reactor: Reactor
    private let numbers: NumberSource
    private let workshop: ZygoteWorkshop

    /// Makes one for a host.
    ///
    /// - Parameters:
    ///   - configuration: The host's: the SDK, the isolation, the environment.
    ///   - directory: Where roots and containers are.
    ///   - reactor: What watches their sockets; they die with its thread.
    ///   - numbers: Where the zygotes' numbers come from.
    init(
        _ configuration: HostConfiguration,
        _ directory: HostDirectory,
        _ reactor: Reactor,
        _ numbers: NumberSource
    ) {
        self.configuration = configuration
        self.directory = directory
        self.reactor = reactor
        self.numbers = numbers
        workshop = ZygoteWorkshop(reactor, directory, try? configuration.controlGroup.get())
    }

    func start(_ runtime: ExtensionBundle.Runtime) throws -> Zygote {
        let plan = configuration.isolation
        let setup = try configure(runtime)
        let mounter = try Descriptor.packetPair()
        return try Descriptor.packetPair().split { ours, theirs in
            let child = try ChildProcess(
                path: configuration.sdk.workerPath,
                environment: environment(runtime),
                namespaces: plan.namespaces.cloneFlags,
                control: theirs,
                output: STDERR_FILENO
            )
            try ours.sendPacket(
                ZygoteCommand.configure(setup).frame,
                passing: [mounter.second.raw],
                waits: false
            )
            let process = SpawnedZygote(
                child,
                control: ours,
                // Its owner cannot be taken out of a pair within another's closure.
                mounter: try mounter.first.duplicate(),
                workshop
            )
            return Zygote(
                number: ZygoteNumber(value: numbers.next()),
                runtime: runtime,
                view: ZygoteView(isBounded: plan.namespaces.contains(.mount)),
                process,
                reactor
            )
        }
    }

    private func configure(_ runtime: ExtensionBundle.Runtime) throws -> ZygoteConfiguration {
        let plan = configuration.isolation
        var readable = Self.systemPaths
        var preloaded: [String] = []
        if runtime == .swift {
            guard let library = configuration.sdk.swiftLibraryPath,
                let runtimePath = configuration.sdk.swiftRuntimePath
            else {
                throw HostError(configuration.sdk.missingLibraryExplanation)
            }
            // Foundation looks at its own executable, which is the worker.
            readable += [runtimePath, library, configuration.sdk.workerPath]
            readable += configuration.sdk.largeLibraryPaths
            preloaded = [library]
        }
        return ZygoteConfiguration(
            namespaces: plan.namespaces.cloneFlags,
            identity: plan.identity,
            stagingPath: directory.stagingPath,
            readablePaths: readable,
            containersPath: directory.containersPath,
            preloadedLibraries: preloaded
        )
    }

    private func environment(_ runtime: ExtensionBundle.Runtime) -> [String] {
        // The backtracer forks a helper, which in a sandbox ends as SIGSYS instead of the true signal.
        var environment = ["SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=2"]
        if runtime == .swift, let runtimePath = configuration.sdk.swiftRuntimePath,
            let library = configuration.sdk.swiftLibraryPath
        {
            // Extensions name these libraries without a path of their own.
            let sdkPath = library.deletingLastComponent
            environment.append("LD_LIBRARY_PATH=\(runtimePath):\(sdkPath)")
        }
        let values = configuration.tracedEnvironment ?? HostConfiguration.passedEnvironment
        for name in HostConfiguration.passedNames {
            guard let value = values[name] else { continue }
            environment.append("\(name)=\(value)")
        }
        if configuration.tracedEnvironment != nil {
            environment.append("SWIFT_DETERMINISTIC_HASHING=1")
        }
        return environment
    }

    /// What every worker may read and load code from: system libraries, time zones, certificates.
    private static let systemPaths = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
        "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl", "/usr/share/ca-certificates",
        "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted",
    ]
}
