// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// What is called of an observer; a function of C's on Apple's systems, one of Swift's here.
public typealias CFNotificationCallback =
    @Sendable (
        CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?,
        CFDictionary?
    ) -> Void

/// The name of a notification between programs.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
    // Unchecked: the text is made immutable below.

    /// The name itself.
    public let rawValue: CFString

    /// Takes a name.
    public init(rawValue: CFString) {
        self.rawValue = NSString(string: String(describing: rawValue))
    }

    /// Takes a name.
    public init(_ rawValue: CFString) {
        self.init(rawValue: rawValue)
    }
}

/// Whether an observer is called while its program is not in front.
///
/// - Note: Without effect: observers are always called.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
    /// Not called.
    case drop = 1
    /// Called once afterwards.
    case coalesce = 2
    /// Called each time afterwards.
    case hold = 3
    /// Called.
    case deliverImmediately = 4
}

/// A centre of notifications without contents.
///
/// On Apple's systems the Darwin centre reaches every program. Here it reaches the extension's own
/// process: a sandboxed extension has no other to talk to.
public final class CFNotificationCenter: Sendable {
    /// One observer of one name.
    // Unchecked: the observer is an address to compare, which nothing here reads from.
    @safe private struct Observation: @unchecked Sendable {
        let observer: UnsafeRawPointer?
        let name: CFNotificationName
        let callback: CFNotificationCallback?
    }

    fileprivate static let darwin = CFNotificationCenter()

    private let observations = Mutex<[Observation]>([])

    private init() {}

    fileprivate func add(
        _ observer: UnsafeRawPointer?,
        _ callback: CFNotificationCallback?,
        _ name: CFNotificationName
    ) {
        let observation = unsafe Observation(observer: observer, name: name, callback: callback)
        observations.withLock { $0.append(observation) }
    }

    fileprivate func remove(_ observer: UnsafeRawPointer?, _ name: CFNotificationName?) {
        let isMeant: @Sendable (Observation, UInt) -> Bool = { observation, address in
            unsafe UInt(bitPattern: observation.observer) == address
                && (name == nil || observation.name == name)
        }
        let address = UInt(bitPattern: observer)
        observations.withLock { $0.removeAll { isMeant($0, address) } }
    }

    /// Calls the observers of a name, on the main queue as Apple's does.
    fileprivate func post(_ name: CFNotificationName) {
        DispatchQueue.main.async { [self] in
            for observation in observations.withLock({ $0 }) where observation.name == name {
                unsafe observation.callback?(
                    self,
                    UnsafeMutableRawPointer(mutating: observation.observer),
                    name,
                    nil,
                    nil
                )
            }
        }
    }
}

/// The centre for names alone.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! {
    CFNotificationCenter.darwin
}

/// Adds an observer of a name; without a name it hears nothing, as with Apple's Darwin centre.
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!,
    _ observer: UnsafeRawPointer!,
    _ callBack: CFNotificationCallback!,
    _ name: CFString!,
    _ object: UnsafeRawPointer!,
    _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
    guard let name else { return }
    unsafe center?.add(observer, callBack, CFNotificationName(name))
}

/// Removes an observer of a name, or of all where there is none.
public func CFNotificationCenterRemoveObserver(
    _ center: CFNotificationCenter!,
    _ observer: UnsafeRawPointer!,
    _ name: CFNotificationName!,
    _ object: UnsafeRawPointer!
) {
    unsafe center?.remove(observer, name)
}

/// Removes an observer of any name.
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!,
    _ observer: UnsafeRawPointer!
) {
    unsafe center?.remove(observer, nil)
}

/// Tells the observers of a name in this process; object and contents are not passed on.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter!,
    _ name: CFNotificationName!,
    _ object: UnsafeRawPointer!,
    _ userInfo: CFDictionary!,
    _ deliverImmediately: Bool
) {
    guard let name else { return }
    center?.post(name)
}
