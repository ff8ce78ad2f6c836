// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import CBelfry

extension ImportedStruct {
    /// The structs of `belfry/view.h` and `belfry/content_extension.h`.
    static let ofContentExtensions: [ImportedStruct] = unsafe [
        ImportedStruct(
            bf_view.self,
            [
                "id": Member(\.id)
            ]
        ),
        ImportedStruct(
            bf_constraint.self,
            [
                "id": Member(\.id)
            ]
        ),
        ImportedStruct(
            bf_text_run.self,
            [
                "start": Member(\.start),
                "count": Member(\.count),
                "color": Member(\.color),
                "background_color": Member(\.background_color),
                "font_size": Member(\.font_size),
                "font_weight": Member(\.font_weight),
                "flags": Member(\.flags),
            ]
        ),
        ImportedStruct(
            bf_image.self,
            [
                "source": Member(\.source),
                "flags": Member(\.flags),
                "name": Member(\.name),
                "width": Member(\.width),
                "height": Member(\.height),
            ]
        ),
        ImportedStruct(
            bf_constraint_rule.self,
            [
                "first": Member(\.first),
                "second": Member(\.second),
                "first_attribute": Member(\.first_attribute),
                "second_attribute": Member(\.second_attribute),
                "relation": Member(\.relation),
                "reserved": Member(\.reserved),
                "multiplier": Member(\.multiplier),
                "constant": Member(\.constant),
                "priority": Member(\.priority),
            ]
        ),
        ImportedStruct(
            bf_view_functions.self,
            [
                "size": Member(\.size),
                "reserved": Member(\.reserved),
                "root": Member(\.root),
                "create": Member(\.create),
                "release": Member(\.release),
                "insert": Member(\.insert),
                "arrange": Member(\.arrange),
                "disarrange": Member(\.disarrange),
                "remove": Member(\.remove),
                "set_text": Member(\.set_text),
                "set_integer": Member(\.set_integer),
                "set_real": Member(\.set_real),
                "get_text": Member(\.get_text),
                "get_integer": Member(\.get_integer),
                "get_real": Member(\.get_real),
                "clear": Member(\.clear),
                "set_runs": Member(\.set_runs),
                "set_image": Member(\.set_image),
                "set_transform": Member(\.set_transform),
                "set_frame": Member(\.set_frame),
                "get_frame": Member(\.get_frame),
                "measure": Member(\.measure),
                "constrain": Member(\.constrain),
                "set_constant": Member(\.set_constant),
                "set_priority": Member(\.set_priority),
                "unconstrain": Member(\.unconstrain),
                "layout": Member(\.layout),
                "on": Member(\.on),
            ]
        ),
        ImportedStruct(
            bf_response.self,
            [
                "id": Member(\.id)
            ]
        ),
        ImportedStruct(
            bf_content_extension.self,
            [
                "size": Member(\.size),
                "flags": Member(\.flags),
                "start": Member(\.start),
                "load": Member(\.load),
                "did_receive": Member(\.did_receive),
                "did_receive_response": Member(\.did_receive_response),
                "media_play": Member(\.media_play),
                "media_pause": Member(\.media_pause),
                "pressure": Member(\.pressure),
                "cpu_pressure": Member(\.cpu_pressure),
                "stop": Member(\.stop),
            ]
        ),
        ImportedStruct(
            bf_attachment_info.self,
            [
                "identifier": Member(\.identifier),
                "type": Member(\.type),
                "name": Member(\.name),
                "byte_count": Member(\.byte_count),
            ]
        ),
        ImportedStruct(
            bf_media_button.self,
            [
                "kind": Member(\.kind),
                "reserved": Member(\.reserved),
                "x": Member(\.x),
                "y": Member(\.y),
                "width": Member(\.width),
                "height": Member(\.height),
                "tint_color": Member(\.tint_color),
            ]
        ),
        ImportedStruct(
            bf_presentation.self,
            [
                "size": Member(\.size),
                "reserved": Member(\.reserved),
                "date": Member(\.date),
                "attachment": Member(\.attachment),
                "begin_access": Member(\.begin_access),
                "end_access": Member(\.end_access),
                "response_action": Member(\.response_action),
                "response_text": Member(\.response_text),
                "response_notification": Member(\.response_notification),
                "actions": Member(\.actions),
                "set_actions": Member(\.set_actions),
                "perform_default_action": Member(\.perform_default_action),
                "dismiss": Member(\.dismiss),
                "media_playing": Member(\.media_playing),
                "set_media_button": Member(\.set_media_button),
                "set_preferred_size": Member(\.set_preferred_size),
                "set_title": Member(\.set_title),
                "become_first_responder": Member(\.become_first_responder),
                "resign_first_responder": Member(\.resign_first_responder),
            ]
        ),
    ]
}
