// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What the worker of a content extension says: every word of it may be a liar's.
extension ExtensionHost {
    /// Takes a worker's word about its session.
    func heard(_ event: ContentEvent, from worker: WorkerRecord) {
        guard let session = currentRun(of: worker)?.session else {
            return breakProtocol(worker, "it speaks of views, which it has none of")
        }
        guard session.run.machine.isRunning else {
            // What is said after the end is said to nobody.
            if session.run.machine.verdict == nil {
                breakProtocol(worker, "it drew before it was asked to")
            }
            return
        }
        switch event {
        case .frame(let patches, let isLast): draw(patches, isLast: isLast, in: session, worker)
        case .returned(let callback):
            perform(session.machine.returned(callback), in: session)
        case .answered(let response, let option):
            perform(session.machine.answered(response, option: option), in: session)
        case .performDefaultAction:
            removeDelivered(session.machine.heard, of: session)
            perform(session.machine.defaultActionWanted(), in: session)
        case .dismiss: perform(session.machine.dismissalWanted(), in: session)
        case .beginAccess(let number, let notification, let attachment):
            let access = AttachmentAccess(notification: notification, identifier: attachment)
            lend(number, access, in: session, worker)
        case .endAccess(let notification, let attachment):
            let access = AttachmentAccess(notification: notification, identifier: attachment)
            takeBack(access, in: session)
        default: setLook(event, in: session, worker)
        }
    }

    // MARK: Frames

    private func draw(
        _ patches: [ViewPatch],
        isLast: Bool,
        in session: SessionRecord,
        _ worker: WorkerRecord
    ) {
        session.activity.noteFrame(patchCount: patches.count, isLast: isLast)
        count(session, worker, patchCount: patches.count, isWhole: isLast)
        do throws(ViewFault) {
            try session.frame.take(patches, isLast: isLast, into: &session.snapshot.tree)
        } catch {
            return end(session, error)
        }
        guard isLast else { return }
        for event in session.machine.waitingEvents {
            session.snapshot.tree.keep(event.value, of: event.view)
        }
        let pictured = session.frame.pictured
        session.frame = IncomingFrame()
        session.isDirty = true
        findPictures(of: pictured, in: session)
    }

    /// Counts a frame, a part of one, or what else there is to draw.
    private func count(
        _ session: SessionRecord,
        _ worker: WorkerRecord,
        patchCount: Int = 0,
        isWhole: Bool = true
    ) {
        let rate = session.frameRate.count(
            at: .now,
            frameCount: isWhole ? 1 : 0,
            patchCount: patchCount
        )
        if rate.isFlood { worker.isFlooding = true }
        if rate.isNew { session.run.note(RunStrike.flood) }
    }

    /// Ends the extension for what it said of its views.
    private func end(_ session: SessionRecord, _ fault: ViewFault) {
        let run = session.run
        run.explanation = fault.description
        switch fault.kind {
        case .form: perform(run.machine.protocolBroken(), on: run)
        case .size: perform(run.machine.drewTooMuch(), on: run)
        }
    }

    // MARK: How it is shown

    private func setLook(_ event: ContentEvent, in session: SessionRecord, _ worker: WorkerRecord) {
        session.isDirty = true
        count(session, worker)
        switch event {
        case .actions(let document): replaceActions(document, in: session)
        case .mediaPlaying(let isPlaying): session.snapshot.isPlaying = isPlaying
        case .mediaButton(let button): session.snapshot.mediaButton = button
        case .preferredSize(let width, let height): resize(width, height, in: session)
        case .title(let title):
            guard title.utf8.count <= ViewLimit.nameByteCount else {
                return end(session, .size("its title has \(title.utf8.count) bytes"))
            }
            if session.run.bundle.manifest.overridesDefaultTitle {
                session.snapshot.header = title
            } else {
                session.warn(
                    "it set a title, which is shown with UNNotificationExtensionOverridesDefaultTitle"
                )
            }
        case .firstResponder(let view, let accessory):
            session.firstResponder = (view, accessory)
            session.activity.noteFirstResponder(view == 0 ? ViewTree.root : view)
        case .resigned:
            session.firstResponder = nil
            session.activity.noteFirstResponder(nil)
        default: return
        }
    }

    private func replaceActions(_ document: [UInt8], in session: SessionRecord) {
        do throws(CenterDocumentError) {
            session.show(try NotificationAction.parse(document: document))
            session.activity.note(session.actions)
        } catch {
            session.warn("its actions stay as they are: \(error)")
        }
    }

    private func resize(_ width: Double, _ height: Double, in session: SessionRecord) {
        if width == 0, height == 0 {
            session.preferredHeight = nil
        } else {
            let wanted = width > 0 ? height * session.snapshot.width / width : height
            session.preferredHeight = wanted.isFinite ? wanted : nil
        }
        session.measure()
        session.activity.noteSize(width, height, granted: session.snapshot.height)
    }

    // MARK: Attachments

    /// Most accesses at a time.
    private static let accessLimit = 16

    private func lend(
        _ number: UInt64,
        _ access: AttachmentAccess,
        in session: SessionRecord,
        _ worker: WorkerRecord
    ) {
        guard let loan = session.loan(access) else { return refuse(number, access, in: session) }
        // One that is given back at once may still lie unread in the worker's socket, where it is
        // counted against this host's user (man 7 unix, ETOOMANYREFS).
        guard session.accessCount + session.lendingCount < Self.accessLimit,
            session.accessRate.count(at: .now) == .zero
        else {
            session.warn("it asked for attachments too often")
            return refuse(number, access, in: session)
        }
        session.lendingCount += 1
        let run = session.run.number
        Task {
            do throws(SystemError) {
                let file = try await loan.lend()
                grant(number, access, file, toRun: run)
            } catch {
                guard let session = sessions[run] else { return }
                session.lendingCount -= 1
                session.warn(
                    "the attachment \(access.identifier.quoted) cannot be lent: \(error)"
                )
                refuse(number, access, in: session)
            }
        }
    }

    /// Lends a file; only from now on it can be given back.
    private func grant(
        _ number: UInt64,
        _ access: AttachmentAccess,
        _ file: borrowing Descriptor,
        toRun run: UInt64
    ) {
        guard let session = sessions[run] else { return }
        session.lendingCount -= 1
        guard session.run.machine.isRunning, let worker = session.run.worker else { return }
        session.accessCount += 1
        session.accesses[access, default: 0] += 1
        session.activity.noteAccess(access, isGranted: true)
        let raw = file.raw
        tell(worker, .content(.access(number: number, isGranted: true)), passing: [raw])
    }

    private func refuse(
        _ number: UInt64,
        _ access: AttachmentAccess,
        in session: SessionRecord
    ) {
        session.activity.noteAccess(access, isGranted: false)
        guard session.run.machine.isRunning, let worker = session.run.worker else { return }
        tell(worker, .content(.access(number: number, isGranted: false)))
    }

    private func takeBack(_ access: AttachmentAccess, in session: SessionRecord) {
        guard let count = session.accesses[access], count > 0 else {
            return session.warn(
                "it gave back the attachment \(access.identifier.quoted), which it did not have"
            )
        }
        session.accesses[access] = count - 1
        session.accessCount -= 1
    }
}

extension SessionRecord {
    /// The file of an attachment; nil where there is none.
    func loan(_ access: AttachmentAccess) -> AttachmentLoan? {
        guard access.notification > 0, access.notification <= notifications.count else {
            return nil
        }
        return notifications[Int(access.notification) - 1].loans
            .first { $0.descriptor.identifier == access.identifier }
    }
}
