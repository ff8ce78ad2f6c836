// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryLedger
import Foundation
import Glibc
import Testing

/// The stores that the same tests run over.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case memory, ledger

    var testDescription: String {
        switch self {
        case .memory: "in memory"
        case .ledger: "in SQLite"
        }
    }

    /// Makes an empty store; a database lies in a directory of its own.
    func make() throws -> any CenterStore {
        switch self {
        case .memory: MemoryStore()
        case .ledger: try Ledger(at: TemporaryDirectory().file("center.sqlite"))
        }
    }
}

/// A directory for one test, which is removed with all others when the process ends.
struct TemporaryDirectory {
    let path: String

    init() throws {
        path = Self.root + "/" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
    }

    func file(_ name: String) -> String { path + "/" + name }

    private static let root: String = {
        // Whatever has a ledger open still has it: its files go once they are closed.
        atexit { try? FileManager.default.removeItem(atPath: TemporaryDirectory.root) }
        return NSTemporaryDirectory() + "belfry-center-\(UUID().uuidString)"
    }()
}
