// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire
internal import CBelfry

extension ContentInterface {
    /// Fills in the table of `belfry/content_extension.h`.
    static func makePresentationTable() -> UnsafePointer<bf_presentation> {
        let table = UnsafeMutablePointer<bf_presentation>.allocate(capacity: 1)
        unsafe table.initialize(to: bf_presentation())
        unsafe table.pointee.size = UInt32(MemoryLayout<bf_presentation>.size)
        unsafe fillNotifications(&table.pointee)
        unsafe fillResponses(&table.pointee)
        unsafe fillActions(&table.pointee)
        unsafe fillLook(&table.pointee)
        return unsafe UnsafePointer(table)
    }

    private static func fillNotifications(_ table: inout bf_presentation) {
        unsafe table.date = { _, notification, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.presentation {
                unsafe $0.date(of: notification.id).write(to: out)
            }
        }
        unsafe table.attachment = { _, notification, index, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.presentation { presentation in
                presentation.attachment(index, of: notification.id).status { attachment in
                    unsafe out.pointee = bf_attachment_info(
                        identifier: attachment.identifier.borrowed,
                        type: attachment.type.borrowed,
                        name: attachment.name.borrowed,
                        byte_count: attachment.byteCount
                    )
                    return .ok
                }
            }
        }
        unsafe table.begin_access = { _, notification, identifier, out in
            guard let out = unsafe out else { return Status.argument.code }
            let identifier = unsafe identifier.text(limit: ViewLimit.nameByteCount)
            return ContentInterface.presentation { presentation in
                identifier.status { identifier in
                    presentation.target(identifier, of: notification.id).status { target in
                        unsafe presentation.access.begin(target).write(to: out)
                    }
                }
            }
        }
        unsafe table.end_access = { _, notification, identifier in
            let identifier = unsafe identifier.text(limit: ViewLimit.nameByteCount)
            return ContentInterface.presentation { presentation in
                identifier.status { identifier in
                    presentation.target(identifier, of: notification.id)
                        .status { presentation.access.end($0) }
                }
            }
        }
    }

    private static func fillResponses(_ table: inout bf_presentation) {
        unsafe table.response_action = { _, response, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.presentation { presentation in
                guard presentation.isOpen else { return .state }
                return unsafe presentation.responses.action(of: response.id).lend(to: out)
            }
        }
        unsafe table.response_text = { _, response, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.presentation { presentation in
                guard presentation.isOpen else { return .state }
                return unsafe presentation.responses.text(of: response.id).lend(to: out)
            }
        }
        unsafe table.response_notification = { _, response in
            guard let presentation = HostInterface.shared?.content?.presentation,
                presentation.isOpen
            else { return bf_request(id: 0) }
            return bf_request(id: presentation.responses.notification(of: response.id))
        }
    }

    private static func fillActions(_ table: inout bf_presentation) {
        unsafe table.actions = { _, out in
            guard let out = unsafe out else { return Status.argument.code }
            return ContentInterface.presentation { unsafe $0.actions().lend(to: out) }
        }
        unsafe table.set_actions = { _, actions in
            let actions = unsafe actions.text(limit: ViewLimit.actionsByteCount)
            return ContentInterface.presentation { presentation in
                actions.status { presentation.set(actions: $0) }
            }
        }
        unsafe table.perform_default_action = { _ in
            ContentInterface.presentation { $0.tell(.performDefaultAction) }
        }
        unsafe table.dismiss = { _ in ContentInterface.presentation { $0.tell(.dismiss) } }
    }

    private static func fillLook(_ table: inout bf_presentation) {
        unsafe table.media_playing = { _, isPlaying in
            ContentInterface.presentation { $0.tell(.mediaPlaying(isPlaying != 0)) }
        }
        unsafe table.set_media_button = { _, button in
            guard let button = unsafe button?.pointee else {
                return ContentInterface.presentation { $0.tell(.mediaButton(nil)) }
            }
            let made = MediaButton.checked(button)
            return ContentInterface.presentation { presentation in
                made.status { presentation.tell(.mediaButton($0)) }
            }
        }
        unsafe table.set_preferred_size = { _, width, height in
            ContentInterface.presentation { presentation in
                let size = LayoutSize(width: width, height: height)
                guard width.isCoordinate, height.isCoordinate, width >= 0, height >= 0 else {
                    return .argument
                }
                let preferred = size == LayoutSize() ? nil : size
                return ContentInterface.prefer(preferred) {
                    presentation.tell(.preferredSize(width: width, height: height))
                }
            }
        }
        unsafe table.set_title = { _, title in
            let title = unsafe title.text(limit: ViewLimit.nameByteCount)
            return ContentInterface.presentation { presentation in
                title.status { presentation.tell(.title($0)) }
            }
        }
        unsafe table.become_first_responder = { _, view, accessory in
            ContentInterface.views { $0.focus(view.id, accessory: accessory.id) }
        }
        unsafe table.resign_first_responder = { _ in ContentInterface.views { $0.resign() } }
    }

    /// Gives the root another height, and tells.
    private static func prefer(_ size: LayoutSize?, _ tell: () -> Status) -> Status {
        guard let views = HostInterface.shared?.content?.views else { return .state }
        let status = views.prefer(size)
        return status == .ok ? tell() : status
    }
}

extension MediaButton {
    /// What an extension handed over; nil for a button of no kind.
    fileprivate static func checked(_ button: bf_media_button) -> Result<MediaButton?, Status> {
        guard button.kind != UInt32(BF_MEDIA_BUTTON_NONE) else { return .success(nil) }
        let values = [button.x, button.y, button.width, button.height]
        guard let kind = Kind(rawValue: button.kind), values.allSatisfy(\.isCoordinate) else {
            return .failure(.argument)
        }
        return .success(
            MediaButton(
                kind: kind,
                frame: ViewFrame(
                    x: button.x,
                    y: button.y,
                    width: button.width,
                    height: button.height
                ),
                tintColor: button.tint_color
            )
        )
    }
}
