// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

/// Swift code reads and writes the tables that C code lays out (ABI-2).
@Suite struct LayoutTests {
    let record: LayoutRecord

    init() throws {
        record = try LayoutRecord(version: "1.3")
    }

    @Test(arguments: ImportedStruct.all)
    func `Swift lays out a struct as recorded for C`(_ imported: ImportedStruct) {
        #expect(record.structs[imported.name] == imported.byteCount)
        let recorded = record.members.filter { $0.key.hasPrefix("\(imported.name).") }
        for (member, place) in recorded {
            let name = String(member.dropFirst(imported.name.count + 1))
            #expect(imported.members[name] == place, "\(member)")
        }
        #expect(imported.members.count == recorded.count)
    }

    @Test func `every recorded struct is looked at`() {
        #expect(Set(ImportedStruct.all.map(\.name)) == Set(record.structs.keys))
    }
}
