// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Synchronization

/// The defaults under one name: a property list in a directory that several processes may share.
///
/// Foundation's own on Linux keep what was read for the life of the process, write when they are
/// told to, and write into the file that others read. Apple's are kept by a daemon: what one process
/// sets, others see, and nothing is lost when a process is killed. So each change is written at
/// once, whole, under a lock, and each look asks whether the file is still the same.
@safe final class DefaultsDomain: Sendable {
    /// The file; nil for values that are kept for as long as the process lives.
    private let file: DefaultsFile?
    private let cache: Mutex<Cache>

    private struct Cache {
        var values: [String: Any] = [:]
        var version: DefaultsFile.Version?
    }

    init(file: DefaultsFile?) {
        self.file = file
        cache = Mutex(Cache())
    }

    /// Looks up a value.
    ///
    /// - Parameter key: The value's name.
    /// - Returns: The value as an object that is the caller's to release; nil where there is none.
    func copyValue(_ key: String) -> UInt? {
        cache.withLock { cache in
            refresh(&cache)
            return cache.values[key].map(Self.retained)
        }
    }

    /// Looks up everything.
    ///
    /// - Parameter keys: Which values; nil for all.
    /// - Returns: A dictionary that is the caller's to release.
    func copyValues(_ keys: [String]?) -> UInt {
        cache.withLock { cache in
            refresh(&cache)
            guard let keys else { return Self.retained(cache.values) }
            return Self.retained(cache.values.filter { keys.contains($0.key) })
        }
    }

    /// Sets a value, or removes it, in the file as it is by then.
    ///
    /// - Parameters:
    ///   - value: An object, not retained; nil to remove.
    ///   - key: The value's name.
    func set(_ value: UInt?, for key: String) {
        cache.withLock { cache in
            let lock = file?.lock()
            defer { if let lock { close(lock) } }
            refresh(&cache)
            if value == nil, cache.values[key] == nil { return }
            cache.values[key] = value.flatMap(Self.object)
            // Read back, so that an object which changes later does not change the value.
            guard let bytes = Self.encode(cache.values), let copy = Self.decode(bytes) else {
                return
            }
            cache.values = copy
            cache.version = file?.write(bytes) ?? cache.version
        }
    }

    private func refresh(_ cache: inout Cache) {
        guard let file else { return }
        let version = file.version
        guard version != cache.version else { return }
        cache.version = version
        // What others have written and cannot be read is as good as nothing.
        cache.values = file.read().flatMap(Self.decode) ?? [:]
    }

    private static func encode(_ values: [String: Any]) -> Data? {
        try? PropertyListSerialization.data(
            fromPropertyList: values,
            format: .binary,
            options: 0
        )
    }

    private static func decode(_ data: Data) -> [String: Any]? {
        let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        return list as? [String: Any]
    }

    private static func object(_ number: UInt) -> Any? {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: number) else { return nil }
        return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func retained(_ value: Any) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passRetained(value as AnyObject).toOpaque())
    }
}
