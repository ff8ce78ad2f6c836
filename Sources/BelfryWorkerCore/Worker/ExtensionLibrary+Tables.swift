// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

/// The tables that an extension gives.
extension ExtensionLibrary {
    /// The table of a service extension.
    static func serviceTable(_ descriptor: bf_extension) throws(LoadFailure) -> bf_service {
        let table = try unsafe table(
            descriptor,
            BF_INTERFACE_SERVICE,
            minimum: 48,
            empty: bf_service()
        )
        guard unsafe table.did_receive != nil else {
            throw LoadFailure(
                stage: .descriptor,
                message: "the table bf.service/1 has no did_receive"
            )
        }
        return table
    }

    /// The table of a content extension.
    static func contentTable(
        _ descriptor: bf_extension
    ) throws(LoadFailure) -> bf_content_extension {
        let table = try unsafe table(
            descriptor,
            BF_INTERFACE_CONTENT,
            minimum: 80,
            empty: bf_content_extension()
        )
        guard unsafe table.did_receive != nil else {
            throw LoadFailure(
                stage: .descriptor,
                message: "the table bf.content/1 has no did_receive"
            )
        }
        return table
    }

    /// Copies one of the extension's tables; members past its own end stay empty.
    ///
    /// What the extension does to its table afterwards changes nothing.
    ///
    /// - Parameters:
    ///   - descriptor: Which extension.
    ///   - id: The table's versioned id.
    ///   - minimum: The table's size in the ABI version that it came with.
    ///   - empty: A table with no member set.
    /// - Returns: The copy.
    /// - Throws: ``LoadFailure`` when there is no such table, or it says an absurd size.
    static func table<Table>(
        _ descriptor: bf_extension,
        _ id: String,
        minimum: Int,
        empty: Table
    ) throws(LoadFailure) -> Table {
        let name = StableText(id.utf8)
        guard let found = unsafe descriptor.interface(descriptor.`self`, name.borrowed) else {
            throw LoadFailure(
                stage: .descriptor,
                message: unsafe "the extension has no table \(id)" + otherKind(descriptor, id)
            )
        }
        let size = unsafe found.loadUnaligned(as: UInt32.self)
        guard (minimum...Self.tableLimit).contains(Int(size)) else {
            throw LoadFailure(
                stage: .descriptor,
                message: "the table \(id) is \(size) bytes, at least \(minimum) are due; "
                    + "set its size member with sizeof"
            )
        }
        var table = empty
        unsafe withUnsafeMutableBytes(of: &table) { target in
            let count = min(target.count, Int(size))
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: found, count: count))
        }
        return table
    }

    /// What to do where an extension has the table of another kind than its manifest says.
    private static func otherKind(_ descriptor: bf_extension, _ id: String) -> String {
        let kinds = [
            (BF_INTERFACE_SERVICE, "service extension", "content-extension"),
            (BF_INTERFACE_CONTENT, "content extension", "service"),
        ]
        for (other, kind, point) in kinds where other != id {
            let name = StableText(other.utf8)
            guard unsafe descriptor.interface(descriptor.`self`, name.borrowed) != nil else {
                continue
            }
            return ", but \(other): it is a \(kind), and NSExtensionPointIdentifier in its "
                + "Info.plist says com.apple.usernotifications.\(point)"
        }
        return ""
    }
}
