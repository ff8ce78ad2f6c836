// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Makes the first message of a TLS client.
enum TLSGreeting {
    /// A message that asks for these servers, in records of this many bytes.
    static func naming(_ names: [String], recordLength: Int = 16384) -> [UInt8] {
        var entries: [UInt8] = []
        for name in names { entries += [0] + vector(Array(name.utf8)) }
        var extensions: [UInt8] = [0, 43] + vector([2, 3, 4])
        if !names.isEmpty { extensions += [0, 0] + vector(vector(entries)) }
        // Version and random, session, cipher suites, compression.
        var body: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32)
        body += [0] + vector([0x13, 0x01]) + [1, 0]
        body += vector(extensions)
        let message: [UInt8] = [1, 0] + vector(body)
        var records: [UInt8] = []
        for start in stride(from: 0, to: message.count, by: recordLength) {
            records += [22, 3, 1] + vector(Array(message[start...].prefix(recordLength)))
        }
        return records
    }

    private static func vector(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
    }
}
