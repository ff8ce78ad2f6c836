// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire

/// Attachments of runs: taken over on another thread, and no longer than a time.
extension ExtensionHost {
    /// Takes over the files that a run's content names, off this thread: they can be large.
    ///
    /// The notification waits no longer than ``AttachmentIntake/timeLimit``, even for a disk that does
    /// not answer: what has not come by then is late.
    func takeAttachments(of run: RunRecord) async -> AttachmentDelivery.Result {
        guard let records = run.changes?.attachments, !records.isEmpty,
            let container = run.worker?.container
        else { return AttachmentDelivery.Result() }
        let requests = records.map(AttachmentRequest.init)
        let progress = IntakeProgress()
        let token = reactor.schedule(at: .now + AttachmentIntake.timeLimit) { progress.close() }
        let origin = AttachmentDelivery.Origin(
            container: container,
            bundle: run.bundle.path,
            storage: run.worker?.storage ?? []
        )
        var use = StoreUse()
        use.owner = run.bundle.manifest.identifier
        use.referenced = referencedAttachments
        Task { [store] in
            await AttachmentDelivery.take(requests, from: origin, to: store, for: use, progress)
        }
        let (outcomes, removal) = await progress.results()
        reactor.cancel(token)
        let taken = AttachmentDelivery.summarise(requests, outcomes, removal)
        run.content.attachments = taken.attachments
        return taken
    }

    /// The stored files that notifications of this host's centres show, or are going to.
    private var referencedAttachments: Set<String> {
        var paths: Set<String> = []
        for center in centers.values {
            let requests =
                center.delivered.entries.map(\.element.request)
                + center.pending.entries.map(\.element)
            for request in requests { paths.formUnion(request.content.attachments.map(\.url)) }
        }
        return paths
    }
}
