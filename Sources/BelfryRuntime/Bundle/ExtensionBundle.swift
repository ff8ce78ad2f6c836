// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryELF
package import BelfryModel
internal import BelfrySystem
internal import Glibc

/// An extension on disk: a directory `Name.appex` with `Info.plist` and the library it names.
package struct ExtensionBundle: Sendable {
    /// The directory's canonical path.
    package let path: String

    /// The directory's name without `.appex`.
    package let name: String

    /// What `Info.plist` says, build variables resolved.
    package let manifest: Manifest

    /// The app that it belongs to.
    package let app: HostedApp

    /// The certificate authorities that it trusts besides the system's, in PEM.
    package let certificates: String

    /// The library's path.
    package var libraryPath: String { path + "/" + manifest.executable }

    /// Which zygote has what it needs.
    package enum Runtime: String, Sendable, CaseIterable, Codable {
        /// C, C++, Rust, and Swift that brings its own runtime.
        case bare
        /// Swift with the SDK's shared library.
        case swift
    }

    /// Reads a bundle; the library is not opened yet.
    ///
    /// - Parameter path: The `.appex` directory.
    /// - Throws: ``BundleError`` with the place and the way out.
    package init(at path: String) throws(BundleError) {
        self.path = try Self.canonicalDirectory(path)
        let last = String(self.path.split(separator: "/").last ?? "")
        name = last.hasSuffix(".appex") ? String(last.dropLast(6)) : last
        let context = BuildContext(bundleName: name)
        let bytes = try Self.readManifest(in: self.path)
        var manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest.parse(bytes, context: context)
        } catch {
            throw BundleError(
                code: .manifest,
                message: "\(self.path)/Info.plist: \(error.message)"
            )
        }
        if let entitlements = try Self.readEntitlements(in: self.path, context) {
            manifest.take(entitlements)
        }
        self.manifest = manifest
        app = HostedApp(of: manifest, at: self.path)
        guard !manifest.executable.contains("/"), manifest.executable != ".." else {
            throw BundleError(
                code: .manifest,
                message:
                    "\(self.path)/Info.plist: CFBundleExecutable is a file name in the bundle, "
                    + "not the path \"\(manifest.executable)\""
            )
        }
        certificates = try CertificateAuthorities.read(
            manifest.certificateAuthorities,
            in: self.path
        )
    }

    /// Opens the library for reading, so that what is checked is what is loaded.
    func openLibrary() throws(BundleError) -> Descriptor {
        do throws(FileFault) {
            return try Descriptor.openRegularFile(libraryPath, followsLink: false)
        } catch {
            throw BundleError(
                code: error.isShortage ? .shortage : .library,
                message: "\(libraryPath): \(error.sentence); "
                    + "CFBundleExecutable in Info.plist names the bundle's shared library"
            )
        }
    }

    /// Reads the library's ELF headers.
    package func readImage() throws(BundleError) -> ELFImage {
        try image(of: openLibrary())
    }

    /// Reads the ELF headers of the library that was opened.
    func image(of library: borrowing Descriptor) throws(BundleError) -> ELFImage {
        do throws(ELFError) {
            return try ELFImage.parse(library, name: libraryPath)
        } catch {
            throw BundleError(code: .elf, message: error.message)
        }
    }

    /// Which runtime an image asks for by the libraries it needs.
    package static func runtime(of image: ELFImage) -> Runtime {
        let isSwift = image.needed.contains {
            $0 == SDKLocation.swiftLibraryName || $0.hasPrefix("libswift")
        }
        return isSwift ? .swift : .bare
    }

    private static func canonicalDirectory(_ path: String) throws(BundleError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw BundleError(
                code: .notFound,
                message: "\(path): \(SystemError.sentence(of: errno)); "
                    + "a bundle is a directory such as Name.appex"
            )
        }
        defer { unsafe free(resolved) }
        let canonical = unsafe String(cString: resolved)
        var status = stat()
        guard unsafe stat(canonical, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw BundleError(
                code: .notADirectory,
                message: "\(path) is a file; a bundle is a directory with Info.plist and a shared "
                    + "library, such as `belfry build` makes"
            )
        }
        return canonical
    }

    /// The files of a bundle that are read with it, but for its certificate authorities.
    ///
    /// - Parameter path: The `.appex` directory.
    /// - Returns: Their paths; not each need be there.
    package static func propertyLists(in path: String) -> [String] {
        [path + "/" + manifestName, path + "/" + Entitlements.fileName]
    }

    /// Reads what the bundle asks for beyond its manifest; nil where it asks for nothing.
    private static func readEntitlements(
        in directory: String,
        _ context: BuildContext
    ) throws(BundleError) -> Entitlements? {
        let path = directory + "/" + Entitlements.fileName
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: manifestLimit)
        } catch {
            if error.errno == ENOENT { return nil }
            let wayOut = error.errno == nil ? "replace it" : "check its permissions and size"
            throw BundleError(
                code: .manifest,
                message: "\(path): \(error.sentence); \(wayOut), or take it out of the bundle"
            )
        }
        do throws(ManifestError) {
            return try Entitlements.parse(bytes, context: context)
        } catch {
            throw BundleError(code: .manifest, message: "\(path): \(error.message)")
        }
    }

    private static func readManifest(in directory: String) throws(BundleError) -> [UInt8] {
        let path = directory + "/" + manifestName
        do throws(FileFault) {
            return try Descriptor.readRegularFile(path, limit: manifestLimit)
        } catch {
            let wayOut =
                switch error.errno {
                case ENOENT, nil: "write one, or let `belfry build` make it"
                default: "check its permissions and size"
                }
            throw BundleError(
                code: .noManifest,
                message: "\(path): \(error.sentence); \(wayOut)"
            )
        }
    }

    private static let manifestName = "Info.plist"

    /// The longest property list taken.
    private static let manifestLimit = 1 << 20
}

/// Why a bundle cannot be used.
package struct BundleError: Error, Equatable, CustomStringConvertible {
    /// What is wrong with a bundle, for programs.
    package enum Code: String, Sendable {
        case notFound, notADirectory, noManifest, manifest, certificate, library, elf, sdk
        /// The machine had too little of something to open it.
        case shortage
    }

    /// What is wrong, for programs.
    package let code: Code

    /// What, where, and the way out, in one line.
    package let message: String

    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
