// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire

/// What the worker of a content extension says: every word of it may be a liar's.
extension DrawingSession {
    func heard(_ event: WorkerEvent, from worker: Worker) {
        guard case .content(let event) = event else { return run.heard(event, from: worker) }
        guard run.isRunning else {
            // What is said after the end is said to nobody.
            if run.verdict == nil { worker.breakProtocol("it drew before it was asked to") }
            return
        }
        heard(event, from: worker)
    }

    /// Takes a worker's word about what it draws.
    private func heard(_ event: ContentEvent, from worker: Worker) {
        switch event {
        case .frame(let patches, let isLast): draw(patches, isLast: isLast, worker)
        case .returned(let callback):
            perform(machine.returned(callback))
        case .answered(let response, let option):
            perform(machine.answered(response, option: option))
        case .performDefaultAction:
            removeDelivered(machine.heard)
            perform(machine.defaultActionWanted())
        case .dismiss: perform(machine.dismissalWanted())
        case .beginAccess(let number, let notification, let attachment):
            let identifier = attachment.isolatingMarks
            let access = AttachmentAccess(notification: notification, identifier: identifier)
            lend(number, access, worker)
        case .endAccess(let notification, let attachment):
            let identifier = attachment.isolatingMarks
            let access = AttachmentAccess(notification: notification, identifier: identifier)
            takeBack(access)
        default: setLook(event, worker)
        }
    }

    // MARK: Frames

    private func draw(
        _ patches: [ViewPatch],
        isLast: Bool,
        _ worker: Worker
    ) {
        activity.noteFrame(patchCount: patches.count, isLast: isLast)
        count(worker, patchCount: patches.count, isWhole: isLast)
        do throws(ViewFault) {
            try frame.take(patches, isLast: isLast, into: &snapshot.tree)
        } catch {
            return end(error)
        }
        guard isLast else { return }
        for event in machine.waitingEvents {
            snapshot.tree.keep(event.value, of: event.view)
        }
        let pictured = frame.pictured
        frame = IncomingFrame()
        isDirty = true
        findPictures(of: pictured)
    }

    /// Counts a frame, a part of one, or what else there is to draw.
    private func count(
        _ worker: Worker,
        patchCount: Int = 0,
        isWhole: Bool = true
    ) {
        let rate = frameRate.count(
            at: now,
            frameCount: isWhole ? 1 : 0,
            patchCount: patchCount
        )
        if rate.isFlood { worker.noteFlood(restingFor: FrameRate.interval) }
        if rate.isNew { run.note(RunStrike.flood) }
    }

    /// Ends the extension for what it said of its views.
    private func end(_ fault: ViewFault) {
        run.explain(fault.description)
        switch fault.kind {
        case .form: run.happen { $0.protocolBroken() }
        case .size: run.happen { $0.drewTooMuch() }
        }
    }

    // MARK: How it is shown

    private func setLook(_ event: ContentEvent, _ worker: Worker) {
        isDirty = true
        count(worker)
        switch event {
        case .actions(let document): replaceActions(document)
        case .mediaPlaying(let isPlaying): snapshot.isPlaying = isPlaying
        case .mediaButton(let button): snapshot.mediaButton = button
        case .preferredSize(let width, let height): resize(width, height)
        case .title(let title):
            guard title.utf8.count <= ViewLimit.nameByteCount else {
                return end(.size("its title has \(title.utf8.count) bytes"))
            }
            if run.bundle.manifest.overridesDefaultTitle {
                snapshot.header = title
            } else {
                warn(
                    "it set a title, which is shown with UNNotificationExtensionOverridesDefaultTitle"
                )
            }
        case .firstResponder(let view, let accessory):
            firstResponder = (view, accessory)
            activity.noteFirstResponder(view == 0 ? ViewTree.root : view)
        case .resigned:
            firstResponder = nil
            activity.noteFirstResponder(nil)
        default: return
        }
    }

    private func replaceActions(_ document: [UInt8]) {
        do throws(CenterDocumentError) {
            show(try NotificationAction.parse(document: document))
            activity.note(actions)
        } catch {
            warn("its actions stay as they are: \(error)")
        }
    }

    private func resize(_ width: Double, _ height: Double) {
        if width == 0, height == 0 {
            preferredHeight = nil
        } else {
            let wanted = width > 0 ? height * snapshot.width / width : height
            preferredHeight = wanted.isFinite ? wanted : nil
        }
        measure()
        activity.noteSize(width, height, granted: snapshot.height)
    }

    // MARK: Attachments

    /// Most accesses at a time.
    private static let accessLimit = 16

    private func lend(
        _ number: UInt64,
        _ access: AttachmentAccess,
        _ worker: Worker
    ) {
        guard let loan = loan(access) else { return refuse(number, access) }
        // One that is given back at once may still lie unread in the worker's socket, where it is
        // counted against this host's user (man 7 unix, ETOOMANYREFS).
        guard accessCount + lendingCount < Self.accessLimit,
            accessRate.count(at: now) == .zero
        else {
            warn("it asked for attachments too often")
            return refuse(number, access)
        }
        lendingCount += 1
        run.context.clock.start {
            do throws(SystemError) {
                self.grant(number, access, try await loan.lend())
            } catch {
                self.lendingCount -= 1
                self.warn("the attachment \(access.identifier.quoted) cannot be lent: \(error)")
                self.refuse(number, access)
            }
        }
    }

    /// Lends a file; only from now on it can be given back.
    private func grant(
        _ number: UInt64,
        _ access: AttachmentAccess,
        _ file: borrowing Descriptor
    ) {
        lendingCount -= 1
        guard run.isRunning, let worker = run.worker else { return }
        accessCount += 1
        accesses[access, default: 0] += 1
        activity.noteAccess(access, isGranted: true)
        let raw = file.raw
        worker.tell(.content(.access(number: number, isGranted: true)), passing: [raw])
    }

    private func refuse(
        _ number: UInt64,
        _ access: AttachmentAccess
    ) {
        activity.noteAccess(access, isGranted: false)
        guard run.isRunning, let worker = run.worker else { return }
        worker.tell(.content(.access(number: number, isGranted: false)))
    }

    private func takeBack(_ access: AttachmentAccess) {
        guard let count = accesses[access], count > 0 else {
            return warn(
                "it gave back the attachment \(access.identifier.quoted), which it did not have"
            )
        }
        accesses[access] = count - 1
        accessCount -= 1
    }
}

extension DrawingSession {
    /// The file of an attachment; nil where there is none.
    func loan(_ access: AttachmentAccess) -> AttachmentLoan? {
        guard access.notification > 0, access.notification <= notifications.count else {
            return nil
        }
        return notifications[Int(access.notification) - 1].loans
            .first { $0.descriptor.identifier == access.identifier }
    }
}
