// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct SDKRecordTests {
    private let record = SDKRecord(buildIDs: ["libB.so": "22", "libA.so": "11"])

    @Test func `the note has one line for each library`() {
        #expect(record.note == "libA.so 11\nlibB.so 22\n")
        #expect(SDKRecord.selfContained.note == "self-contained\n")
    }

    @Test func `a library with another build id is named`() {
        #expect(record.changed { ["libA.so": "11", "libB.so": "22"][$0] } == nil)
        #expect(record.changed { ["libA.so": "11", "libB.so": "23"][$0] } == "libB.so")
        #expect(SDKRecord.selfContained.changed { _ in "1" } == nil)
    }

    @Test func `of a library that is not there, the loader tells`() {
        #expect(record.changed { _ in nil } == nil)
    }
}
