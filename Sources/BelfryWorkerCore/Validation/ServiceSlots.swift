// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The functions of `bf_service`, in the order of belfry/service.h.
enum ServiceSlots {
    static let all: [Slot] = [
        Slot("start", [.context, .pointer], on: .main),
        Slot("did_receive", [.context, .request, .pointer], .nothing, on: .work),
        Slot("will_expire", [.context, .request, .size], .nothing, on: .expiry),
        Slot("pressure", [.context, .size, .size], .nothing, on: .expiry),
        Slot("stop", [.context], .nothing, on: .main),
        Slot("cpu_pressure", [.context, .size, .size], .nothing, on: .expiry, since: 1),
    ]
}
