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
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == [".lock", "suite.plist"])
    }

    // MARK: Removing where nobody can write

    /// Has every later write of the file fail, as in a directory that is nearly full.
    private func refuseWrites() {
        #expect(unsafe mkdir("\(folder)/.suite.plist.\(getpid())", 0o700) == 0)
    }

    private func all(in domain: DefaultsDomain) -> [String: Any] {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: domain.copyValues(nil)) else {
            return [:]
        }
        let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
        return object as? [String: Any] ?? [:]
    }

    @Test func `a value is removed where the file cannot be written, for all`() throws {
        let (one, other) = (domain(), domain())
        for name in ["a", "b", "c"] { Self.set(NSString(string: name), name, in: one) }
        #expect(value("b", in: other) as? String == "b")
        refuseWrites()
        Self.set(nil, "b", in: one)
        for domain in [one, other, domain()] {
            #expect(value("b", in: domain) == nil)
            #expect(all(in: domain) as? [String: String] == ["a": "a", "c": "c"])
        }
        // It stays removed when somebody can write again.
        try FileManager.default.removeItem(atPath: "\(folder)/.suite.plist.\(getpid())")
        Self.set(NSString("d"), "d", in: domain())
        #expect(all(in: domain()).keys.sorted() == ["a", "c", "d"])
        Self.set(NSString("new"), "b", in: domain())
        #expect(value("b", in: other) as? String == "new")
    }

    @Test func `a process killed before the file is in place leaves a marker that says nothing`() {
        let domain = domain()
        Self.set(NSString("a"), "a", in: domain)
        #expect(DefaultsFile(directory: folder, name: "suite.plist").makeMarker() != nil)
        #expect(all(in: self.domain()) as? [String: String] == ["a": "a"])
    }

    @Test func `a value that was written without a marker gets one`() throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["a": "a", "b": "b"],
            format: .binary,
            options: 0
        )
        try data.write(to: URL(fileURLWithPath: folder + "/suite.plist"))
        let domain = domain()
        #expect(all(in: domain) as? [String: String] == ["a": "a", "b": "b"])
        Self.set(NSString("c"), "c", in: domain)
        refuseWrites()
        Self.set(nil, "a", in: domain)
        #expect(all(in: self.domain()).keys.sorted() == ["b", "c"])
    }

    @Test func `a marker that others wrote names no other file`() throws {
        let victim = folder + "/victim"
        try Data("x".utf8).write(to: URL(fileURLWithPath: victim))
        let list: [String: Any] = ["a": "a", "belfry.markers": ["a": "victim", "b": "../x"]]
        let data = try PropertyListSerialization.data(
            fromPropertyList: list,
            format: .binary,
            options: 0
        )
        try data.write(to: URL(fileURLWithPath: folder + "/suite.plist"))
        let domain = domain()
        Self.set(nil, "a", in: domain)
        #expect(value("a", in: domain) == nil)
        #expect(FileManager.default.fileExists(atPath: victim))
    }

    @Test func `without a file it keeps values for the process`() {
        let domain = DefaultsDomain(file: nil)
        Self.set(NSNumber(value: 1), "a", in: domain)
        #expect(value("a", in: domain) as? Int == 1)
    }
}
