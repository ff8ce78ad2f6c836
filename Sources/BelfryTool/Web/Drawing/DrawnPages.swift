// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport
package import BelfryRuntime
internal import BelfryWire

/// An expanded notification whose web views show pictures of their pages.
///
/// A page is drawn when it is first shown, and anew for a view of another size; one at a time, and
/// until then its view shows what is behind the picture: its words. Where a page cannot be drawn they
/// stay, and a warning says why.
package actor DrawnPages: ContentStage {
    /// Draws a page for a view of a size in points.
    package typealias Draw =
        @Sendable (_ page: WebPageFile, _ width: Int, _ height: Int) async throws ->
        PageDrawer.Drawing

    /// A page in a view of a size.
    private struct Subject: Hashable {
        let page: String
        let width: Int
        let height: Int
    }

    private let stage: any ContentStage
    private let draw: Draw
    private var work: [Subject: Task<Void, Never>] = [:]
    private var names: [Subject: String] = [:]
    private var pictures: [String: PictureFile] = [:]
    private var lastWork: Task<Void, Never>?

    /// How many drawings have ended: each is a change of what is shown.
    private var endedCount: UInt64 = 0

    /// The newest that the stage has shown.
    private var newest: ContentSnapshot?
    private var viewers: [UInt64: AsyncStream<ContentSnapshot>.Continuation] = [:]
    private var lastViewer: UInt64 = 0

    /// Why pages are not drawn, each once.
    private var problems: [String] = []

    /// What their proxies decided.
    private var decisions: [EgressDecision] = []

    /// How many they decided besides.
    private var droppedCount = 0

    /// Most drawings: a notification that changes its page all the time keeps its words.
    private static let drawingLimit = 16

    /// Shows another stage, with its pages drawn.
    package init(_ stage: any ContentStage, draw: @escaping Draw) {
        self.stage = stage
        self.draw = draw
    }

    // MARK: The stage

    package func snapshot() async -> ContentSnapshot {
        note(await stage.snapshot())
    }

    package func snapshots() async -> AsyncStream<ContentSnapshot> {
        let shown = await stage.snapshots()
        let (stream, viewer) = AsyncStream.makeStream(
            of: ContentSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        lastViewer += 1
        let number = lastViewer
        viewers[number] = viewer
        let following = Task {
            for await snapshot in shown { viewer.yield(note(snapshot)) }
            viewer.finish()
        }
        viewer.onTermination = { _ in
            following.cancel()
            Task { await self.forget(number) }
        }
        return stream
    }

    package func perform(_ input: ContentInput) async -> String? { await stage.perform(input) }

    /// Waits until every page that is shown is drawn, too.
    package func settled() async -> ContentSnapshot {
        let snapshot = await stage.settled()
        _ = note(snapshot)
        for subject in subjects(in: snapshot).values { await work[subject]?.value }
        return note(snapshot)
    }

    package func picture(_ name: String) async -> (bytes: [UInt8], mediaType: String)? {
        if let picture = pictures[name] { return (picture.bytes, picture.mediaType) }
        return await stage.picture(name)
    }

    // MARK: The end

    /// Gives up what is under way, and waits for its end.
    ///
    /// - Returns: Why pages were not drawn, and what was decided about what they asked for.
    package func end() async -> End {
        let underWay = work.values
        for task in underWay { task.cancel() }
        for task in underWay { await task.value }
        return End(problems: problems, decisions: decisions, droppedCount: droppedCount)
    }

    /// What is left to be told when nothing is drawn any more.
    package struct End: Sendable {
        /// Why pages were not drawn, each reason once.
        package let problems: [String]

        /// What was decided about what pages asked for, drawn or not.
        package let decisions: [EgressDecision]

        /// How many decisions there were besides.
        package let droppedCount: Int
    }

    // MARK: Pages

    /// Begins to draw what is shown and not drawn yet.
    ///
    /// - Returns: The newest that there is to show, with the pages that are drawn.
    private func note(_ snapshot: ContentSnapshot) -> ContentSnapshot {
        if snapshot.revision >= newest?.revision ?? 0 { newest = snapshot }
        for subject in subjects(in: snapshot).values where work[subject] == nil { begin(subject) }
        return filled(newest ?? snapshot)
    }

    /// What is to be drawn, by the number of its view: of views that can be seen.
    private func subjects(in snapshot: ContentSnapshot) -> [UInt32: Subject] {
        var subjects: [UInt32: Subject] = [:]
        let sides = 1...Double(PageDrawer.sideLimit)
        for node in (snapshot.shownViews + snapshot.shownAccessory).map(\.node) {
            guard node.showsPage, let page = node.picture else { continue }
            let (width, height) = (node.frame.width.rounded(.up), node.frame.height.rounded(.up))
            guard sides.contains(width), sides.contains(height) else { continue }
            subjects[node.number] = Subject(page: page, width: Int(width), height: Int(height))
        }
        return subjects
    }

    /// Puts pictures into the views of pages, where there are any.
    private func filled(_ snapshot: ContentSnapshot) -> ContentSnapshot {
        var filled = snapshot
        let subjects = subjects(in: snapshot)
        for node in snapshot.tree.nodes.values where node.image?.source == .page {
            filled.tree.setPicture(subjects[node.number].flatMap { names[$0] }, of: node.number)
        }
        filled.revision += endedCount
        filled.warnings += problems
        return filled
    }

    private func begin(_ subject: Subject) {
        guard work.count < Self.drawingLimit else {
            return fail("\(Self.drawingLimit) were drawn, which is the most in a session")
        }
        let before = lastWork
        let task = Task {
            await before?.value
            await finish(subject)
        }
        work[subject] = task
        lastWork = task
    }

    private func finish(_ subject: Subject) async {
        // What nobody sees any more need not be drawn.
        let isShown = newest.map { subjects(in: $0).values.contains(subject) } ?? false
        guard isShown, !Task.isCancelled, let file = await stage.picture(subject.page) else {
            work[subject] = nil
            return
        }
        do {
            let drawing = try await draw(
                try WebPageFile(file.bytes),
                subject.width,
                subject.height
            )
            decisions += drawing.decisions
            droppedCount += drawing.droppedCount
            let picture = try drawing.picture.get()
            names[subject] = picture.name
            pictures[picture.name] = picture
        } catch {
            guard !Task.isCancelled else { return }
            fail(ToolFailure(error).message)
        }
        endedCount += 1
        guard let newest else { return }
        let filled = filled(newest)
        for viewer in viewers.values { viewer.yield(filled) }
    }

    private func fail(_ reason: String) {
        let sentence = "the page of a web view is not drawn: \(reason)"
        if !problems.contains(sentence) { problems.append(sentence) }
    }

    private func forget(_ viewer: UInt64) {
        viewers[viewer] = nil
    }
}
