// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryServer
import Testing

/// Which part of a file the header `Range` means.
@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=3-5", 3..<6), ("bytes=9-", 9..<10),
        ("bytes=0-", 0..<10), ("bytes=5-99", 5..<10), ("bytes=-3", 7..<10), ("bytes=-99", 0..<10),
        ("BYTES=1-2", 1..<3), ("bytes=2-99999999999999999999", 2..<10),
        ("bytes=-99999999999999999999", 0..<10),
    ])
    func `takes a part of ten bytes`(_ header: String, _ part: Range<Int>) {
        #expect(ByteRange(header, of: 10) == .part(part))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
    func `refuses what ten bytes do not have`(_ header: String) {
        #expect(ByteRange(header, of: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b", "bytes=1-2,4-5",
        "lines=1-2",
        "bytes=1--2", "bytes=+1-2", "bytes= 1-2", "bytes=1-2-3",
    ])
    func `takes what is no range for no range`(_ header: String?) {
        #expect(ByteRange(header, of: 10) == .whole)
    }

    @Test func `has no part of an empty file`() {
        #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", of: 0) == .unsatisfiable)
        #expect(ByteRange(nil, of: 0) == .whole)
    }
}
