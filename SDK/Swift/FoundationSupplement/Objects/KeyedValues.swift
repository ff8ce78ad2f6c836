// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UserDefaults {
    /// The value of a key, as `object(forKey:)`.
    public func value(forKey key: String) -> Any? {
        object(forKey: key)
    }

    /// Sets the value of a key, as `set(_:forKey:)`; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        set(value, forKey: key)
    }
}

extension NSDictionary {
    /// The value of a path of keys through dictionaries, such as `aps.alert.title`.
    public func value(forKeyPath path: String) -> Any? {
        var value: Any? = self
        for key in path.split(separator: ".").map(String.init) {
            guard let dictionary = value as? NSDictionary else { return nil }
            value = dictionary.object(forKey: NSString(string: key))
        }
        return value
    }
}

extension NSMutableDictionary {
    /// Sets the value of a key; nil removes it.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let value else { return removeObject(forKey: NSString(string: key)) }
        setObject(value, forKey: NSString(string: key))
    }
}
