// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
package import BelfrySystem
internal import Glibc

extension AttachmentStore {
    /// How a stored file is found.
    package enum Condition {
        /// Its bytes are those that it was named after.
        case sound

        case missing

        /// It has other bytes, or is something else.
        case changed

        case unreadable(SystemError)
    }

    /// Compares a stored file's bytes with the digest in its name.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: How it is.
    package static func condition(ofFileAt path: String) -> Condition {
        do throws(FileFault) {
            let file = try Descriptor.openRegularFile(path, followsLink: false)
            return isNamed(path, after: try digest(of: file)) ? .sound : .changed
        } catch {
            guard case .system(let failure) = error else { return .changed }
            return switch failure.errno {
            case ENOENT, ENOTDIR: .missing
            case ELOOP: .changed
            default: .unreadable(failure)
            }
        }
    }

    private static func digest(of file: borrowing Descriptor) throws(FileFault) -> String {
        var digest = ContentDigest()
        do throws(SystemError) {
            while true {
                let chunk = try file.read(upTo: 256 * 1024)
                if chunk.isEmpty { return digest.finish() }
                digest.update(chunk)
            }
        } catch {
            throw .system(error)
        }
    }

    /// Whether a path ends as that of a stored file with these bytes does (``StoredFile``).
    private static func isNamed(_ path: String, after sha256: String) -> Bool {
        let parts = path.split(separator: "/").suffix(2)
        guard parts.count == 2, let directory = parts.first, let name = parts.last else {
            return false
        }
        return directory + name.prefix { $0 != "." } == sha256
    }
}
