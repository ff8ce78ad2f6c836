// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

@testable import BelfryWorkerCore

/// The slots that proxies are made of, held against the written-down binary surface.
struct SlotTests {
    /// A function of a table as `SDK/C/abi/layout.def` has it.
    private struct Member: Equatable {
        let name: String
        let offset: Int
        let result: String
        let arguments: [String]
    }

    private static func members(of table: String) throws -> [Member] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("SDK/C/abi/layout.def")
        let text = try String(contentsOf: file, encoding: .utf8).replacing(/\n +/, with: " ")
        let line = try Regex<(Substring, Substring, Substring, Substring, Substring)>(
            #"MEMBER\(\#(table), (\w+), (\d+), ([^\n]*?) ?\(\*\)\(([^)]*)\)\)"#
        )
        return try text.matches(of: line).map { match in
            Member(
                name: String(match.1),
                offset: try #require(Int(match.2)),
                result: String(match.3),
                arguments: match.4.split(separator: ",")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            )
        }
    }

    @Test(arguments: [("bf_host", HostSlots.all), ("bf_service", ServiceSlots.all)])
    func `are the functions of the header, in its order`(table: String, slots: [Slot]) throws {
        let members = try Self.members(of: table)
        #expect(!members.isEmpty)
        #expect(slots.map(\.name) == members.map(\.name))
        for (index, (slot, member)) in zip(slots, members).enumerated() {
            #expect(Slot.offset(of: index) == member.offset, "\(slot.name)")
            #expect(slot.arguments.count == member.arguments.count, "\(slot.name)")
            for (argument, type) in zip(slot.arguments, member.arguments) {
                #expect(Self.types(of: argument).contains(type), "\(slot.name) \(type)")
            }
            #expect(Self.types(of: slot.result).contains(member.result), "\(slot.name)")
        }
    }

    private static func types(of argument: Slot.Argument) -> [String] {
        switch argument {
        case .table: ["const bf_host *"]
        case .context: ["void *"]
        case .request: ["bf_request"]
        case .content, .answer: ["bf_content"]
        case .key: ["bf_key", "bf_log_level", "uint32_t"]
        case .text: ["bf_string"]
        case .integer: ["int64_t"]
        case .size: ["uint64_t"]
        case .real: ["double"]
        case .out: ["bf_string *", "int64_t *", "double *"]
        case .attachment: ["const bf_attachment *"]
        case .pointer: ["const bf_host *", "bf_completion"]
        }
    }

    private static func types(of result: Slot.Result) -> [String] {
        switch result {
        case .nothing: ["void"]
        case .status: ["bf_status"]
        case .flag: ["uint32_t"]
        case .number: ["uint64_t", "bf_content"]
        case .pointer: ["const void *"]
        }
    }

    @Test(arguments: [("host.h", HostSlots.all), ("service.h", ServiceSlots.all)])
    func `have the thread rule and the version of the header's comment`(
        header: String,
        slots: [Slot]
    ) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("SDK/C/include/belfry/\(header)")
        let text = try String(contentsOf: file, encoding: .utf8)
        for slot in slots {
            let place = try #require(text.range(of: "(*\(slot.name))"), "\(slot.name)")
            let before = text[..<place.lowerBound]
            let rule = try #require(before.matches(of: /\[([\w-]+)\] since 1\.(\d+)/).last)
            #expect(rule.1 == slot.threads.rawValue, "\(slot.name)")
            #expect(UInt32(rule.2) == slot.since, "\(slot.name)")
        }
    }
}
