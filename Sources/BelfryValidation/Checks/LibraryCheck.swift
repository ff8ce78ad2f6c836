// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Glibc

/// The rules by which a worker loads a library, and the ones that a careful loader would like.
struct LibraryCheck: Check {
    let name = CheckName.library

    func run(on subject: Subject) async throws -> CheckOutcome {
        let image: ELFImage
        do throws(BundleError) {
            image = try subject.bundle.readImage()
        } catch {
            return .fail(error.message)
        }
        do throws(ELFError) {
            try ELFCheck(refusesForeignRunpaths: true)
                .check(image, providesEntry: { $0 == SDKLocation.swiftLibraryName })
        } catch {
            return .fail(error.message)
        }
        let size = Quantity.format(byteCount: byteCount(subject.bundle.libraryPath))
        return .pass("\(subject.bundle.manifest.executable), \(size), \(ELFMachine.current)")
    }

    private func byteCount(_ path: String) -> Int {
        guard let file = try? Descriptor.open(path, O_RDONLY) else { return 0 }
        return Int(clamping: (try? file.byteCount()) ?? 0)
    }
}
