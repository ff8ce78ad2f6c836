// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// A fixture in C or C++ and how it becomes an extension's library.
package struct CompiledFixture: Sendable {
    /// The source file.
    package var source: URL

    /// Further arguments for the compiler, after the source.
    package var options: [String]

    /// The headers of the C ABI, from the top of the repository; a source in C++ has its kit's too.
    package var headers = "SDK/C/include"

    /// Whether nothing but the entry is exported, as `belfry build` does it.
    package var hidesSymbols: Bool

    package init(source: URL, options: [String] = [], hidesSymbols: Bool = true) {
        self.source = source
        self.options = options
        self.hidesSymbols = hidesSymbols
    }

    /// Compiles it.
    ///
    /// - Parameter output: Where the library goes.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func build(_ output: URL) async throws {
        let root = Workshop.root
        let isC = source.pathExtension == "c"
        var arguments =
            isC
            ? ["cc", "-std=gnu17"]
            : ["c++", "-std=gnu++20", "-Wno-missing-field-initializers"]
        arguments += [
            "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden",
            "-pthread", "-I", root.appendingPathComponent(headers).path,
            "-I", root.appendingPathComponent("Tests/EndToEndSupport/Fixtures").path,
        ]
        if !isC { arguments += ["-I", root.appendingPathComponent("SDK/Cpp/include").path] }
        if hidesSymbols {
            let map = root.appendingPathComponent("SDK/extension.map").path
            arguments.append("-Wl,--version-script=\(map)")
        }
        arguments += ["-o", output.path, source.path] + options
        let result = try await Command.run("/usr/bin/env", arguments)
        guard result.status == 0 else { throw CommandError(source.lastPathComponent, result) }
    }
}
