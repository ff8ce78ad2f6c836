// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Glibc
import Testing

@testable import UserNotifications

@Suite final class DefaultsDomainTests {
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-defaults-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// As another process has it: with nothing read yet.
    private func domain() -> DefaultsDomain {
        DefaultsDomain(file: DefaultsFile(directory: folder, name: "suite.plist"))
    }

    private static func set(_ value: NSObject?, _ key: String, in domain: DefaultsDomain) {
        let object = value.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        domain.set(object, for: key)
    }

    private func value(_ key: String, in domain: DefaultsDomain) -> Any? {
        guard let number = domain.copyValue(key),
            let pointer = unsafe UnsafeRawPointer(bitPattern: number)
        else { return nil }
        return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
    }

    @Test func `what one sets, another sees at once, and neither undoes the other's`() {
        let (one, other) = (domain(), domain())
        Self.set(NSNumber(value: 1), "a", in: one)
        #expect(value("a", in: other) as? Int == 1)
        Self.set(NSString("text"), "b", in: other)
        Self.set(NSNumber(value: 2), "a", in: one)
        #expect(value("a", in: other) as? Int == 2)
        #expect(value("b", in: one) as? String == "text")
        Self.set(nil, "a", in: other)
        #expect(value("a", in: one) == nil)
    }

    @Test func `an object that changes later does not change what was set`() {
        let domain = domain()
        let list = NSMutableArray(array: [1])
        Self.set(list, "list", in: domain)
        list.add(2)
        #expect((value("list", in: domain) as? [Any])?.count == 1)
    }

    @Test func `many processes lose none of each other's values`() async {
        let domains = (0..<16).map { _ in domain() }
        await withTaskGroup(of: Void.self) { group in
            for (number, domain) in domains.enumerated() {
                group.addTask { Self.set(NSNumber(value: number), String(number), in: domain) }
            }
        }
        let all = domain()
        for number in 0..<16 { #expect(value(String(number), in: all) as? Int == number) }
    }

    @Test(arguments: ["rubbish", ""])
    func `what cannot be read is nothing, and is replaced`(_ contents: String) throws {
        let file = URL(fileURLWithPath: folder + "/suite.plist")
        try Data(contents.utf8).write(to: file)
        let domain = domain()
        #expect(value("a", in: domain) == nil)
        Self.set(NSNumber(value: 1), "a", in: domain)
        #expect(value("a", in: self.domain()) as? Int == 1)
    }

    @Test func `a link, a pipe or a directory in its place is not followed or waited for`() throws {
        let path = folder + "/suite.plist"
        #expect(unsafe symlink("/etc/passwd", path) == 0)
        #expect(value("a", in: domain()) == nil)
        unsafe unlink(path)
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(value("a", in: domain()) == nil)
        unsafe unlink(path)
        #expect(unsafe mkdir(path, 0o700) == 0)
        let domain = domain()
        Self.set(NSNumber(value: 1), "a", in: domain)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["suite.plist"])
    }

    @Test func `without a file it keeps values for the process`() {
        let domain = DefaultsDomain(file: nil)
        Self.set(NSNumber(value: 1), "a", in: domain)
        #expect(value("a", in: domain) as? Int == 1)
    }
}
