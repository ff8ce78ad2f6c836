// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// A file with what a daemon is told: one `name = value` a line, `#` before a remark.
struct DaemonConfigurationFile: Equatable {
    /// The file.
    let path: String

    /// The values, each of which a daemon can have.
    private(set) var values: [DaemonSetting: String] = [:]

    /// More than any configuration has.
    private static let byteLimit = 64 * 1024

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isOptional: Whether nothing may be there.
    /// - Returns: The file; nil where nothing is there.
    /// - Throws: ``DaemonError`` with the file and the line.
    static func read(
        _ path: String,
        isOptional: Bool
    ) throws(DaemonError) -> DaemonConfigurationFile? {
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: byteLimit)
        } catch  where isOptional && FileKind(at: path) == nil {
            // Nothing can be looked up there, as below another user's home directory.
            return nil
        } catch {
            throw DaemonError(
                error.errno == ENOENT ? .noInput : .configuration,
                "the configuration file \(path): \(error.sentence); name another one with --config"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            throw DaemonError(.configuration, "\(path): it is not UTF-8 text")
        }
        return try DaemonConfigurationFile(text, at: path)
    }

    /// Reads the lines of a file.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - path: The file, for messages.
    /// - Throws: ``DaemonError`` with the file and the line.
    init(_ text: String, at path: String) throws(DaemonError) {
        self.path = path
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(DaemonError) {
                try add(line)
            } catch {
                throw DaemonError(.configuration, "\(path):\(index + 1): \(error.message)")
            }
        }
    }

    private mutating func add(_ line: String) throws(DaemonError) {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let name = parts[0]
        guard let setting = DaemonSetting(rawValue: name) else {
            throw DaemonError(
                .configuration,
                "there is no setting \(name.quoted); there are \(DaemonSetting.names)"
            )
        }
        guard parts.count == 2 else {
            throw DaemonError(.configuration, "\(name) has no value; write \(name) = VALUE")
        }
        guard values.updateValue(parts[1], forKey: setting) == nil else {
            throw DaemonError(.configuration, "\(name) is there twice; leave one out")
        }
        // The daemon's working directory is the service manager's choice.
        let isPath = [.state, .socket, .tokenFile, .apnsCertificate, .apnsKey, .apnsClientCA]
            .contains(setting)
        guard !isPath || parts[1].hasPrefix("/") else {
            throw DaemonError(
                .configuration,
                "\(name) is \(parts[1].quoted); write an absolute path"
            )
        }
        try setting.check(parts[1])
    }
}
