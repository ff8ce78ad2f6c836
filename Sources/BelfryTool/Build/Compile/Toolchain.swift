// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// The compilers of this machine, as the environment names them.
struct Toolchain {
    private let environment: [String: String]

    /// The version of Swift to tell people to install.
    private let swiftVersion: String

    /// Looks in an environment's `PATH`, `CC` and `CXX`.
    ///
    /// - Parameters:
    ///   - swiftVersion: The version that the SDK's modules were built with; nil where they are built
    ///     with the compiler that is here.
    ///   - environment: The environment.
    init(
        swiftVersion: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.swiftVersion = swiftVersion ?? "6.3"
        self.environment = environment
    }

    /// The Swift compiler's path.
    ///
    /// - Throws: ``ToolFailure`` that says where to get it.
    func swift() throws(ToolFailure) -> String {
        guard let path = find("swiftc") else {
            throw ToolFailure(
                "there is no swiftc in PATH to compile Swift with; install Swift \(swiftVersion) "
                    + "from https://www.swift.org/install and add its usr/bin to PATH",
                .unavailable
            )
        }
        return path
    }

    /// The package manager's path: it is beside the compiler.
    ///
    /// - Throws: ``ToolFailure`` that says where to get it.
    func packageManager() throws(ToolFailure) -> String {
        let beside = FilePath(try swift()).sibling("swift")
        guard let path = Self.isProgram(beside) ? beside : find("swift") else {
            throw ToolFailure(
                "there is no swift in PATH to build packages with; install Swift \(swiftVersion) "
                    + "from https://www.swift.org/install and add its usr/bin to PATH",
                .unavailable
            )
        }
        return path
    }

    /// Cargo's path.
    ///
    /// - Throws: ``ToolFailure`` that says how to get it.
    func cargo() throws(ToolFailure) -> String {
        try program("cargo", variable: "CARGO", purpose: "compile Rust with")
    }

    /// CMake's path.
    ///
    /// - Throws: ``ToolFailure`` that says how to get it.
    func cmake() throws(ToolFailure) -> String {
        try program("cmake", variable: "CMAKE", purpose: "build a CMakeLists.txt with")
    }

    /// A C or C++ compiler's path, with the arguments that stand behind it in `CC` or `CXX`.
    ///
    /// - Parameter isCPlusPlus: Whether it is to be one for C++.
    /// - Returns: The path and the arguments.
    /// - Throws: ``ToolFailure`` that says how to get one.
    func c(isCPlusPlus: Bool) throws(ToolFailure) -> (path: String, arguments: [String]) {
        let variable = isCPlusPlus ? "CXX" : "CC"
        let usual = isCPlusPlus ? "c++" : "cc"
        let words = (environment[variable] ?? "").split(separator: " ").map(String.init)
        let name = words.first ?? usual
        guard let path = find(name) else {
            let source = words.isEmpty ? "" : ", which \(variable) names"
            throw ToolFailure(
                "there is no compiler \(name) in PATH\(source); install one (Debian: apt install "
                    + "\(isCPlusPlus ? "g++" : "gcc")) or name yours in \(variable)",
                .unavailable
            )
        }
        return (path, Array(words.dropFirst()))
    }

    /// The path of a program that the environment may name otherwise.
    private func program(
        _ usual: String,
        variable: String,
        purpose: String
    ) throws(ToolFailure) -> String {
        let name = environment[variable] ?? usual
        guard let path = find(name) else {
            throw ToolFailure(
                "there is no \(name) in PATH to \(purpose); install it (Debian: apt install "
                    + "\(usual)) or name yours in \(variable)",
                .unavailable
            )
        }
        return path
    }

    private func find(_ name: String) -> String? {
        if name.contains("/") { return Self.isProgram(name) ? name : nil }
        let directories = (environment["PATH"] ?? "").split(separator: ":")
        return directories.lazy.map { "\($0)/\(name)" }.first(where: Self.isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
            && !URL(fileURLWithPath: path).hasDirectoryPath
    }
}
