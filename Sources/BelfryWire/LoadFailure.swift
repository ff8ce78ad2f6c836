// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an extension could not be loaded.
package struct LoadFailure: Error, Equatable, Sendable {
    /// Where it stopped.
    package enum Stage: UInt8, Sendable {
        /// A layer of the sandbox could not be put in force: the host's fault.
        case sandbox = 1
        /// The file is not a shared library this machine can load.
        case elf = 2
        /// The dynamic linker refused it.
        case link = 3
        /// There is no usable `bf_extension_main`.
        case entry = 4
        /// The descriptor or one of its tables is invalid.
        case descriptor = 5
        /// No common ABI version.
        case abi = 6
        /// The descriptor's identity is not the manifest's.
        case identity = 7
        /// The extension's `start` refused.
        case start = 8
        /// The extension's constructors kept the sandbox from being closed behind them.
        case seal = 9
        /// The extension's code and data are more than its memory budget lets a worker have.
        case memory = 10
        /// A step of the worker's own set-up met a shortage of the machine's, before the extension.
        case shortage = 11

        /// Whether it is a stage of our own code, before the extension's first instruction.
        package var isBeforeExtension: Bool { self == .sandbox || self == .shortage }
    }

    /// Where it stopped, which decides about the verdict.
    package var stage: Stage

    /// What is wrong, where, and what to do about it, in one line.
    package var message: String

    package init(stage: Stage, message: String) {
        self.stage = stage
        self.message = message
    }

    func write(to frame: inout FrameWriter) {
        frame.write(stage)
        frame.write(message)
    }

    init(from frame: inout FrameReader) throws(WireError) {
        stage = try frame.readKind(Stage.self, of: "load stage")
        message = try frame.readText()
    }
}
