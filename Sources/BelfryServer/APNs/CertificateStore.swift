// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import HTTPTypes
internal import Synchronization

/// The certificates that the daemon made for senders, in a file of its state.
///
/// What is not in it lets nobody push: neither certificates nor their keys are kept, only their numbers
/// and what they are for.
final class CertificateStore: Sendable {
    /// What is asked whether a certificate counts.
    let register: CertificateRegister

    private let file: RowsFile

    /// Held while the file is written, so that two changes do not undo each other.
    private let writing = Mutex(())

    /// Most certificates that have not ended.
    private static let limit = 1000

    /// Reads the file.
    ///
    /// - Parameter directory: Where it is, if there is one.
    /// - Throws: ``DaemonError`` for a file that cannot be read.
    init(_ directory: String) throws(DaemonError) {
        file = RowsFile(
            directory: directory,
            name: "certificates.json",
            key: "certificates",
            // More than the largest file: a thousand entries of a hundred topics of 255 bytes.
            byteLimit: 64 << 20,
            contents: "the certificates of senders",
            wayOut: "remove the file, and make them again",
            relief: "withdraw one: belfry provider withdraw SERIAL"
        )
        register = CertificateRegister(try Self.entries(in: file))
    }

    /// Has a certificate count from now on.
    ///
    /// - Throws: ``APIError`` where there are too many, or ``SystemError``; nothing has changed then.
    func add(_ entry: CertificateRegister.Entry) throws {
        try change { entries in
            let now = Int64(Date().timeIntervalSince1970)
            entries.removeAll { $0.end < now }
            guard entries.count < Self.limit else {
                throw APIError(
                    .conflict,
                    "limit",
                    "there are \(Self.limit) certificates; withdraw one: belfry provider withdraw SERIAL"
                )
            }
            entries.append(entry)
        }
    }

    /// Withdraws a certificate; its connections end.
    ///
    /// - Parameter serial: Its serial number in hexadecimal, in either case.
    /// - Throws: ``APIError`` where there is no such certificate, or ``SystemError``.
    func remove(_ serial: String) throws {
        try change { entries in
            let serial = serial.lowercased()
            guard entries.contains(where: { $0.serial == serial }) else {
                throw APIError(
                    .notFound,
                    "not_found",
                    "there is no certificate \(serial.quoted); belfry provider certificates lists them"
                )
            }
            entries.removeAll { $0.serial == serial }
        }
    }

    private func change(_ body: (inout [CertificateRegister.Entry]) throws -> Void) throws {
        try writing.withLock { _ in
            var entries = register.entries
            try body(&entries)
            try file.write(entries.map(\.document))
            register.replace(entries)
        }
    }

    private static func entries(
        in file: RowsFile
    ) throws(DaemonError) -> [CertificateRegister.Entry] {
        var entries: [CertificateRegister.Entry] = []
        for row in try file.read() {
            guard let entry = row.object.flatMap(CertificateRegister.Entry.init(document:)) else {
                throw file.unreadable
            }
            entries.append(entry)
        }
        return entries
    }
}

extension CertificateRegister.Entry {
    /// The certificate as the file has it.
    fileprivate var document: JSONObject {
        var object: JSONObject = [
            "serial": .string(serial), "topics": .array(topics.map { .string($0) }),
            "made": .number(JSONNumber(Int(made))), "end": .number(JSONNumber(Int(end))),
        ]
        object["environment"] = environment.map { .string($0.rawValue) }
        return object
    }

    /// The certificate as the API has it.
    var answer: JSONObject {
        var object = document
        object["made"] = .string(APITime.text(UnixTime(milliseconds: made * 1000)))
        object["end"] = .string(APITime.text(UnixTime(milliseconds: end * 1000)))
        return object
    }

    fileprivate init?(document: JSONObject) {
        guard let serial = document["serial"]?.string, !serial.isEmpty,
            case .array(let topics)? = document["topics"],
            case .number(let made)? = document["made"], let made = made.int,
            case .number(let end)? = document["end"], let end = end.int
        else { return nil }
        let names = topics.compactMap(\.string)
        guard names.count == topics.count else { return nil }
        let environment = document["environment"]?.string
        let known = environment.flatMap(PushEnvironment.init(rawValue:))
        guard environment == nil || known != nil else { return nil }
        self.init(
            serial: serial,
            topics: names,
            environment: known,
            made: Int64(made),
            end: Int64(end)
        )
    }
}
