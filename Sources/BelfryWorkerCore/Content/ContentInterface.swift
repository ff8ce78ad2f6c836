// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The host's tables for content extensions, as C sees them; what is behind their functions.
@safe
final class ContentInterface: Sendable {
    let views: ViewRegistry
    let presentation: Presentation
    let pictures: PictureFiles

    // Written once, here; they live as long as the process, and any thread may read them.
    private nonisolated(unsafe) let viewTable: UnsafePointer<bf_view_functions>
    private nonisolated(unsafe) let presentationTable: UnsafePointer<bf_presentation>

    init(views: ViewRegistry, presentation: Presentation, pictures: PictureFiles) {
        self.views = views
        self.presentation = presentation
        self.pictures = pictures
        unsafe viewTable = Self.makeViewTable()
        unsafe presentationTable = Self.makePresentationTable()
    }

    /// The table with this id.
    func interface(_ id: String) -> UnsafeRawPointer? {
        switch id {
        case BF_INTERFACE_VIEW: unsafe UnsafeRawPointer(viewTable)
        case BF_INTERFACE_PRESENTATION: unsafe UnsafeRawPointer(presentationTable)
        default: nil
        }
    }

    /// Runs a call on views.
    static func views(_ body: (ViewRegistry) -> Status) -> bf_status {
        guard let content = HostInterface.shared?.content else { return Status.state.code }
        return body(content.views).code
    }

    /// Runs a call on what is shown.
    static func presentation(_ body: (Presentation) -> Status) -> bf_status {
        guard let content = HostInterface.shared?.content else { return Status.state.code }
        return body(content.presentation).code
    }
}

extension Result where Failure == Status {
    /// What a call answers: the failure, or what comes of the value.
    func status(_ body: (Success) -> Status) -> Status {
        switch self {
        case .success(let value): body(value)
        case .failure(let status): status
        }
    }

    /// What a call answers that writes the value where the caller wants it.
    func write(to out: UnsafeMutablePointer<Success>) -> Status {
        status { value in
            unsafe out.pointee = value
            return .ok
        }
    }
}

extension Result where Success == LentText, Failure == Status {
    /// What a call answers that lends a text.
    func lend(to out: UnsafeMutablePointer<bf_string>) -> Status {
        status { text in
            unsafe out.pointee = text.borrowed
            return .ok
        }
    }
}
