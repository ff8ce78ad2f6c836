// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One choice of several that travels as its name.
protocol NamedChoice: Equatable {
    /// The name of each choice.
    static var names: [(name: String, choice: Self)] { get }
}

extension NamedChoice {
    /// Takes the choice of a name; nil for a name that is not known.
    init?(name: String?) {
        guard let found = Self.names.first(where: { $0.name == name }) else { return nil }
        self = found.choice
    }

    /// The name of the choice.
    var name: String {
        Self.names.first { $0.choice == self }?.name ?? ""
    }
}
