// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The rules a shared library must keep to be loaded as an extension.
package struct ELFCheck: Sendable {
    /// The function through which the host enters an extension (ABI-1).
    package static let entryName = "bf_extension_main"

    /// Whether run paths out of the bundle are an error; otherwise they are for the caller to warn of.
    package let refusesForeignRunpaths: Bool

    package init(refusesForeignRunpaths: Bool = false) {
        self.refusesForeignRunpaths = refusesForeignRunpaths
    }

    /// Checks a library against the rules, the gravest first.
    ///
    /// - Parameters:
    ///   - image: The library.
    ///   - providesEntry: Says whether a library that this one needs has the entry function; asked
    ///     only when this one has not. Swift extensions get theirs from the SDK's library.
    /// - Throws: ``ELFError`` for the first rule it breaks.
    package func check(
        _ image: ELFImage,
        providesEntry: (_ needed: String) -> Bool = { _ in false }
    ) throws(ELFError) {
        if let fault = memoryFault(image) ?? runpathFault(image) {
            throw ELFError(image.name, fault)
        }
        let entries = image.symbols.definitions(of: Self.entryName)
        if entries.isEmpty {
            guard image.needed.contains(where: providesEntry) else {
                throw ELFError(image.name, .entryMissing)
            }
        }
        guard entries.allSatisfy({ $0.kind == .function && image.isExecutable($0.address) }) else {
            throw ELFError(image.name, .entryNotAFunction)
        }
    }

    private func memoryFault(_ image: ELFImage) -> ELFFault? {
        if image.hasTextRelocations {
            return ELFFault(
                code: .textRelocations,
                problem: "has relocations in its code",
                remedy: "compile all of it with -fPIC"
            )
        }
        if image.hasWritableCode {
            return ELFFault(
                code: .writableCode,
                problem: "has a segment that is writable and executable",
                remedy: "link it without -N and without a linker script of its own"
            )
        }
        guard image.hasExecutableStack else { return nil }
        return ELFFault(
            code: .executableStack,
            problem: "asks for an executable stack",
            remedy: "link it with -Wl,-z,noexecstack"
        )
    }

    private func runpathFault(_ image: ELFImage) -> ELFFault? {
        guard refusesForeignRunpaths, let path = image.foreignRunpaths.first else { return nil }
        return ELFFault(
            code: .rpathOutside,
            problem: "looks for libraries outside its bundle, in \(path)",
            remedy: "link it with -Wl,-rpath,'$ORIGIN'"
        )
    }
}

extension ELFFault {
    fileprivate static let entryMissing = ELFFault(
        code: .entryMissing,
        problem: "does not export \(ELFCheck.entryName), nor does a library it needs",
        remedy: "define it as <belfry/extension.h> says, or link with -lUserNotifications"
    )

    fileprivate static let entryNotAFunction = ELFFault(
        code: .entryNotAFunction,
        problem: "exports \(ELFCheck.entryName) as something other than a function",
        remedy: "define it as the function <belfry/extension.h> declares"
    )
}
