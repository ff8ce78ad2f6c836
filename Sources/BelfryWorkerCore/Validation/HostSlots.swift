// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The functions of `bf_host`, in the order of belfry/host.h.
enum HostSlots {
    static let all: [Slot] = [
        Slot("interface", [.table, .text], .pointer),
        Slot("log", [.table, .key, .text], .nothing),
        Slot("explain", [.table, .text], .nothing, on: .main),
        Slot("now", [.table], .number),

        Slot("request_identifier", [.table, .request, .out]),
        Slot("request_deadline", [.table, .request], .number, lenient: .all),
        Slot("request_is_decided", [.table, .request], .flag, lenient: .all),
        Slot("request_content", [.table, .request], .number),
        // A second decision is a strike, which is counted apart.
        Slot("complete", [.table, .request, .answer], lenient: .decided),

        Slot("content_copy", [.table, .content], .number),
        Slot("content_release", [.table, .content], lenient: .decided),
        Slot("get_text", [.table, .content, .key, .out]),
        Slot("get_integer", [.table, .content, .key, .out]),
        Slot("get_real", [.table, .content, .key, .out]),
        Slot("set_text", [.table, .content, .key, .text]),
        Slot("set_integer", [.table, .content, .key, .integer]),
        Slot("set_real", [.table, .content, .key, .real]),
        Slot("clear", [.table, .content, .key]),

        Slot("attach", [.table, .content, .attachment]),
        Slot("detach_all", [.table, .content]),

        Slot("checkpoint", [.table, .request, .content], since: 1),
        Slot("drop", [.table, .request, .text], lenient: .decided, since: 1),
    ]
}
