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
///
/// A value also has a marker: an empty file beside the list, which names it. A value whose marker is
/// gone is removed. So values can be removed where the host lets nobody write any more because the
/// directory is nearly full.
@safe final class DefaultsDomain: Sendable {
    /// The file; nil for values that are kept for as long as the process lives.
    private let file: DefaultsFile?
    private let cache: Mutex<Cache>

    private struct Cache {
        var values: [String: Any] = [:]
        /// The markers of those that have one.
        var markers: [String: String] = [:]
        var version: DefaultsFile.Version?
    }

    /// The name in the list under which the markers are.
    private static let markersKey = "belfry.markers"

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
            return isThere(key, cache) ? cache.values[key].map(Self.retained) : nil
        }
    }

    /// Looks up everything.
    ///
    /// - Parameter keys: Which values; nil for all.
    /// - Returns: A dictionary that is the caller's to release.
    func copyValues(_ keys: [String]?) -> UInt {
        cache.withLock { cache in
            refresh(&cache)
            let values = cache.values.filter { key, _ in
                keys?.contains(key) ?? true && isThere(key, cache)
            }
            return Self.retained(values)
        }
    }

    /// Sets a value, or removes it, in the file as it is by then.
    ///
    /// - Parameters:
    ///   - value: An object, not retained; nil to remove.
    ///   - key: The value's name.
    func set(_ value: UInt?, for key: String) {
        guard key != Self.markersKey else { return }
        cache.withLock { cache in
            let lock = file?.lock()
            defer { if let lock { close(lock) } }
            refresh(&cache)
            for key in cache.markers.keys where !isThere(key, cache) {
                cache.values[key] = nil
                cache.markers[key] = nil
            }
            if value == nil, cache.values[key] == nil { return }
            cache.values[key] = value.flatMap(Self.object)
            if cache.values[key] == nil, let marker = cache.markers.removeValue(forKey: key) {
                file?.removeMarker(marker)
            }
            write(&cache)
        }
    }

    /// Writes what is to be in the file, with a marker for every value.
    private func write(_ cache: inout Cache) {
        // Read back, so that an object which changes later does not change the value.
        guard let bytes = Self.encode(cache.values), let copy = Self.decode(bytes) else { return }
        cache.values = copy
        guard let file else { return }
        var made: [String: String] = [:]
        for key in copy.keys where cache.markers[key] == nil { made[key] = file.makeMarker() }
        let markers = cache.markers.merging(made) { $1 }
        let list = copy.merging([Self.markersKey: markers]) { $1 }
        guard let data = Self.encode(list), let version = file.write(data) else {
            for marker in made.values { file.removeMarker(marker) }
            return
        }
        cache.markers = markers
        cache.version = version
    }

    /// Whether a value has not been removed, by another process either.
    private func isThere(_ key: String, _ cache: Cache) -> Bool {
        guard let file, let marker = cache.markers[key] else { return true }
        return file.hasMarker(marker)
    }

    private func refresh(_ cache: inout Cache) {
        guard let file else { return }
        let version = file.version
        guard version != cache.version else { return }
        cache.version = version
        // What others have written and cannot be read is as good as nothing.
        cache.values = file.read().flatMap(Self.decode) ?? [:]
        let markers = cache.values.removeValue(forKey: Self.markersKey) as? [String: String]
        cache.markers = markers?.filter { DefaultsFile.isMarker($0.value) } ?? [:]
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
