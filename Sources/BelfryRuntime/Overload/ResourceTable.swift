// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// A value of each resource, without the hashing and the memory of a dictionary: it is read with each
/// admission.
struct ResourceTable<Value: Sendable>: Sendable {
    private var values: InlineArray<8, Value>

    /// A table with the same value for each.
    init(repeating value: Value) {
        values = InlineArray(repeating: value)
    }

    /// A resource's value.
    subscript(resource: OverloadResource) -> Value {
        get { values[resource.place] }
        set { values[resource.place] = newValue }
    }
}

extension OverloadResource {
    /// Where it is in a table: its place among all.
    fileprivate var place: Int {
        switch self {
        case .workers: 0
        case .processes: 1
        case .threads: 2
        case .memory: 3
        case .availableMemory: 4
        case .kernelMemory: 5
        case .descriptors: 6
        case .freeSpace: 7
        }
    }
}
