// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CBelfry
import Testing

/// A public struct of the C ABI as Swift imports it.
struct ImportedStruct: CustomTestStringConvertible {
    let name: String
    let byteCount: Int
    let members: [String: LayoutRecord.Place]

    var testDescription: String { name }

    /// The struct `Root`, with the members that are looked at.
    init<Root>(_ root: Root.Type, _ members: [String: Member<Root>]) {
        name = "\(root)"
        byteCount = MemoryLayout<Root>.stride
        self.members = members.compactMapValues { $0.place }
    }

    /// One stored member of `Root`; the place is nil when it has no storage of its own.
    struct Member<Root> {
        let place: LayoutRecord.Place?

        init<Value>(_ path: KeyPath<Root, Value>) {
            place = MemoryLayout<Root>.offset(of: path).map {
                LayoutRecord.Place(offset: $0, byteCount: MemoryLayout<Value>.size)
            }
        }
    }
}

extension ImportedStruct {
    /// Every public struct of the headers, every member.
    ///
    /// Looked at, never followed: the pointers in them are what makes it `unsafe`.
    static let all = ofServiceExtensions + ofContentExtensions

    private static let ofServiceExtensions: [ImportedStruct] = unsafe [
        ImportedStruct(
            bf_string.self,
            [
                "bytes": Member(\.bytes),
                "count": Member(\.count),
            ]
        ),
        ImportedStruct(
            bf_request.self,
            [
                "id": Member(\.id)
            ]
        ),
        ImportedStruct(
            bf_content.self,
            [
                "id": Member(\.id)
            ]
        ),
        ImportedStruct(
            bf_folder.self,
            [
                "kind": Member(\.kind),
                "flags": Member(\.flags),
                "identifier": Member(\.identifier),
                "path": Member(\.path),
            ]
        ),
        ImportedStruct(
            bf_storage.self,
            [
                "size": Member(\.size),
                "folder_count": Member(\.folder_count),
                "folders": Member(\.folders),
            ]
        ),
        ImportedStruct(
            bf_center.self,
            [
                "size": Member(\.size),
                "reserved": Member(\.reserved),
                "add": Member(\.add),
                "pending": Member(\.pending),
                "delivered": Member(\.delivered),
                "remove_pending": Member(\.remove_pending),
                "remove_delivered": Member(\.remove_delivered),
                "categories": Member(\.categories),
                "set_categories": Member(\.set_categories),
                "set_badge": Member(\.set_badge),
                "settings": Member(\.settings),
            ]
        ),
        ImportedStruct(
            bf_attachment.self,
            [
                "size": Member(\.size),
                "flags": Member(\.flags),
                "identifier": Member(\.identifier),
                "path": Member(\.path),
                "type": Member(\.type),
                "clipping_x": Member(\.clipping_x),
                "clipping_y": Member(\.clipping_y),
                "clipping_width": Member(\.clipping_width),
                "clipping_height": Member(\.clipping_height),
                "thumbnail_time": Member(\.thumbnail_time),
            ]
        ),
        ImportedStruct(
            bf_extension.self,
            [
                "magic": Member(\.magic),
                "size": Member(\.size),
                "identifier": Member(\.identifier),
                "version": Member(\.version),
                "self": Member(\.`self`),
                "interface": Member(\.interface),
            ]
        ),
        ImportedStruct(
            bf_host.self,
            [
                "size": Member(\.size),
                "version": Member(\.version),
                "interface": Member(\.interface),
                "log": Member(\.log),
                "explain": Member(\.explain),
                "now": Member(\.now),
                "request_identifier": Member(\.request_identifier),
                "request_deadline": Member(\.request_deadline),
                "request_is_decided": Member(\.request_is_decided),
                "request_content": Member(\.request_content),
                "complete": Member(\.complete),
                "content_copy": Member(\.content_copy),
                "content_release": Member(\.content_release),
                "get_text": Member(\.get_text),
                "get_integer": Member(\.get_integer),
                "get_real": Member(\.get_real),
                "set_text": Member(\.set_text),
                "set_integer": Member(\.set_integer),
                "set_real": Member(\.set_real),
                "clear": Member(\.clear),
                "attach": Member(\.attach),
                "detach_all": Member(\.detach_all),
                "checkpoint": Member(\.checkpoint),
                "drop": Member(\.drop),
            ]
        ),
        ImportedStruct(
            bf_bundle.self,
            [
                "size": Member(\.size),
                "reserved": Member(\.reserved),
                "identifier": Member(\.identifier),
                "path": Member(\.path),
                "principal_class": Member(\.principal_class),
                "container": Member(\.container),
            ]
        ),
        ImportedStruct(
            bf_service.self,
            [
                "size": Member(\.size),
                "flags": Member(\.flags),
                "start": Member(\.start),
                "did_receive": Member(\.did_receive),
                "will_expire": Member(\.will_expire),
                "pressure": Member(\.pressure),
                "stop": Member(\.stop),
                "cpu_pressure": Member(\.cpu_pressure),
            ]
        ),
        ImportedStruct(
            bf_main_loop.self,
            [
                "size": Member(\.size),
                "reserved": Member(\.reserved),
                "run": Member(\.run),
            ]
        ),
    ]
}
