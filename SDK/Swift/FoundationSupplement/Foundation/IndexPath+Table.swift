// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension IndexPath {
    /// A row of a table's section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// An item of a collection's section.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The section: the first of two indexes.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The row: the second of two indexes.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The item: the second of two indexes.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
