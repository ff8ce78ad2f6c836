// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A set of options that travels as a list of their names.
protocol NamedOptions: OptionSet where RawValue == UInt, Element == Self {
    /// The name of each option.
    static var names: [(name: String, option: Self)] { get }
}

extension NamedOptions {
    /// Holds the options of the names; a name that is not known is passed over.
    init(names: [String]) {
        self = Self.names.reduce(into: []) { options, entry in
            if names.contains(entry.name) { options.formUnion(entry.option) }
        }
    }

    /// The names of the options held, in their order.
    var names: [String] {
        Self.names.filter { contains($0.option) }.map(\.name)
    }
}
