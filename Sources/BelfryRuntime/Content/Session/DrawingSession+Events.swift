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
            happen { $0.returned(callback) }
        case .answered(let response, let option):
            happen { $0.answered(response, option: option) }
        case .performDefaultAction:
            removeDelivered(machine.heard)
            happen { $0.defaultActionWanted() }
        case .dismiss: happen { $0.dismissalWanted() }
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
            let waiting = machine.waitingEvents
            let pictured = try scene.take(patches, isLast: isLast, keeping: waiting)
            guard isLast else { return }
            count(worker, openedCount: findPictures(of: pictured), isWhole: false)
        } catch {
            end(error)
        }
    }

    /// Counts a frame, a part of one, or what else there is to draw.
    private func count(
        _ worker: Worker,
        patchCount: Int = 0,
        openedCount: Int = 0,
        isWhole: Bool = true
    ) {
        let rate = frameRate.count(
            at: now,
            frameCount: isWhole ? 1 : 0,
            patchCount: patchCount,
            openedCount: openedCount
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
        scene.noteChange()
        count(worker)
        switch event {
        case .actions(let document): replaceActions(document)
        case .mediaPlaying(let isPlaying): scene.setPlaying(isPlaying)
        case .mediaButton(let button): scene.set(button)
        case .preferredSize(let width, let height):
            activity.noteSize(width, height, granted: scene.resize(width, height))
        case .title(let title):
            guard title.utf8.count <= ViewLimit.nameByteCount else {
                return end(.size("its title has \(title.utf8.count) bytes"))
            }
            if run.bundle.manifest.overridesDefaultTitle {
                scene.setHeader(title.isolatingMarks)
            } else {
                warn(
                    "it set a title, which is shown with UNNotificationExtensionOverridesDefaultTitle"
                )
            }
        case .firstResponder(let view, let accessory):
            scene.setFirstResponder(view, accessory: accessory)
            activity.noteFirstResponder(view == 0 ? ViewTree.root : view)
        case .resigned:
            scene.resignFirstResponder()
            activity.noteFirstResponder(nil)
        default: return
        }
    }

    private func replaceActions(_ document: [UInt8]) {
        do throws(CenterDocumentError) {
            scene.show(try NotificationAction.parse(document: document))
            activity.note(scene.actions)
        } catch {
            warn("its actions stay as they are: \(error)")
        }
    }

    // MARK: Attachments

    private func lend(
        _ number: UInt64,
        _ access: AttachmentAccess,
        _ worker: Worker
    ) {
        guard let loan = loan(access) else { return refuse(number, access) }
        guard accesses.beginOpening(at: now) else {
            warn("it asked for attachments too often")
            return refuse(number, access)
        }
        run.context.clock.start {
            do throws(SystemError) {
                self.grant(number, access, try await loan.lend())
            } catch {
                self.accesses.endOpening()
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
        accesses.endOpening()
        guard run.isRunning, let worker = run.worker else { return }
        accesses.grant(access)
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
        guard !accesses.takeBack(access) else { return }
        warn("it gave back the attachment \(access.identifier.quoted), which it did not have")
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
