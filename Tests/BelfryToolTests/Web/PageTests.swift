// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The page in a real browser: what it shows, and what comes of clicks, drags and keys.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct PageTests {
    /// Opens the page of a stage in a window, and waits until it is drawn.
    private func open(
        _ stage: StandInStage,
        width: Int = 1000,
        _ body: @escaping @Sendable (BrowserPage) async throws -> Void
    ) async throws {
        let program = try BrowserProgram.find()
        try await PageServer.serve(stage) { server in
            let address = server.address
            try await Browser.run(program) { browser in
                let page = try await BrowserPage(address, in: browser, width: width, height: 960)
                try await page.wait(until: "document.documentElement.dataset.revision")
                try await body(page)
            }
        }
    }

    private func view(_ number: UInt32, _ part: String = "") -> String {
        "[data-view=\"\(number)\"]\(part)"
    }

    /// Waits until something was done to a stage.
    private func done(
        _ stage: StandInStage,
        _ isDone: ([ContentInput]) -> Bool
    ) async throws -> [ContentInput] {
        let end = ContinuousClock.now + .seconds(30)
        while !isDone(stage.inputs), ContinuousClock.now < end { await Task.yield() }
        try #require(isDone(stage.inputs), "\(stage.inputs)")
        return stage.inputs
    }

    @Test func `shows texts as texts, whatever is in them`() async throws {
        var snapshot = StandInScene.snapshot
        snapshot.header = StandInScene.attack
        snapshot.content.body = StandInScene.attack
        snapshot.actions[0].title = StandInScene.attack
        snapshot.warnings = [StandInScene.attack]
        snapshot.appEvents = [
            .response(notification: "n", action: StandInScene.attack, text: StandInScene.attack)
        ]
        try await open(StandInStage(snapshot, pictures: StandInScene.pictures)) {
            page async throws in
            let views = [
                view(StandInScene.markup), "#app", "#body", ".action span", "#warnings li", "q",
            ]
            for place in views {
                #expect(try await page.text(of: place) == StandInScene.attack, "\(place)")
            }
            #expect(
                try await page.evaluate("document.querySelectorAll('b, img[src=x]').length") == 0
            )
            #expect(
                try await page.evaluate("document.title")
                    == .string("\(StandInScene.attack) – Belfry")
            )
            // And were a text to get there, the browser would refuse.
            let refusal =
                "(() => { try { document.body['inner' + 'HTML'] = '<b>'; return 'done' } catch (error) { return error.name } })()"
            #expect(try await page.evaluate(refusal) == "TypeError")
        }
    }

    @Test func `draws every kind of view, light and dark`() async throws {
        try await open(StandInStage(StandInScene.snapshot, pictures: StandInScene.pictures)) {
            page in
            try await page.wait(until: "[...document.images].every((image) => image.complete)")
            try Artefact.keep(try await page.picture(of: "body"), as: "page-light.png")
            let title = view(StandInScene.title, " .text")
            #expect(try await page.style("color", of: title) == "rgb(0, 0, 0)")
            #expect(try await page.style("fontSize", of: title) == "22px")
            let rotated = try await page.style("transform", of: view(StandInScene.rotated))
            #expect(
                rotated.hasPrefix("matrix(0.9397, 0.342, -0.342, 0.9397")
                    || rotated.hasPrefix("matrix(0.94, 0.342, -0.342, 0.94"),
                "\(rotated)"
            )
            #expect(
                try await page.style("objectFit", of: view(StandInScene.picture, " img")) == "fill"
            )
            let wide = "document.querySelector('\(view(StandInScene.picture, " img"))').style.width"
            #expect(try await page.evaluate(wide) == "208px")
            let role = "document.querySelector('\(view(StandInScene.plain))').getAttribute('role')"
            #expect(try await page.evaluate(role) == "button")
            try await page.setDark(true)
            #expect(try await page.style("color", of: title) == "rgb(255, 255, 255)")
            #expect(
                try await page.style("backgroundColor", of: view(StandInScene.rotated))
                    == "rgb(48, 209, 88)"
            )
            try Artefact.keep(try await page.picture(of: "body"), as: "page-dark.png")
            try await page.resize(width: 340, height: 900)
            let fits =
                "document.querySelector('#notification').getBoundingClientRect().right <= 340"
            try await page.wait(until: fits)
            try Artefact.keep(try await page.picture(of: "body"), as: "page-narrow.png")
        }
    }

    @Test func `takes clicks, drags and text to the stage`() async throws {
        let stage = StandInStage(
            StandInScene.snapshot,
            pictures: StandInScene.pictures,
            reaction: StandInStage.takeText
        )
        try await open(stage) { page async throws in
            try await page.click(view(StandInScene.button, " button"))
            try await page.click(view(StandInScene.plain))
            try await page.click(view(StandInScene.toggle, " button"))
            var inputs = try await done(stage) { $0.count == 3 }
            #expect(
                inputs == [
                    .tap(view: StandInScene.button), .tap(view: StandInScene.plain),
                    .toggle(view: StandInScene.toggle, isOn: false),
                ]
            )
            try await page.drag(view(StandInScene.slider, " input"), from: 0.25, to: 0.9)
            inputs = try await done(stage) {
                if case .slide(_, _, isLast: true)? = $0.last { true } else { false }
            }
            guard case .slide(StandInScene.slider, let value, isLast: true)? = inputs.last else {
                return
            }
            #expect(value > 0.8 && value <= 1)
            try await page.click(view(StandInScene.field, " input"))
            try await page.type("Ada")
            try await page.press("Enter", code: 13, text: "\r")
            inputs = try await done(stage) { $0.last == .pressReturn(view: StandInScene.field) }
            #expect(inputs.contains(.beginEditing(view: StandInScene.field)))
            #expect(inputs.contains(.edit(view: StandInScene.field, text: "Ada")))
        }
    }

    @Test func `takes actions, with text where they ask for it`() async throws {
        let stage = StandInStage(StandInScene.snapshot) { input, snapshot in
            guard case .action(let action, let text) = input else { return nil }
            snapshot.appEvents.append(
                .response(notification: "invitation", action: action, text: text)
            )
            return nil
        }
        try await open(stage) { page async throws in
            try await page.click("[data-action=comment] > button")
            try await page.wait(until: "document.activeElement.placeholder === 'Say it'")
            try await page.type("On my way")
            try Artefact.keep(try await page.picture(of: "body"), as: "page-comment.png")
            try await page.press("Enter", code: 13, text: "\r")
            let inputs = try await done(stage) { $0.count == 1 }
            #expect(inputs == [.action("comment", text: "On my way")])
            try await page.wait(
                until: "document.querySelector('#received q')?.textContent === 'On my way'"
            )
            try await page.click("[data-action=decline] > button")
            _ = try await done(stage) { $0.last == .action("decline", text: nil) }
        }
    }

    @Test func `keeps what the user holds while the views change`() async throws {
        let stage = StandInStage(StandInScene.snapshot, reaction: StandInStage.takeText)
        try await open(stage) { page async throws in
            let field = view(StandInScene.field, " input")
            try await page.evaluate("window.field = document.querySelector('\(field)'); 1")
            try await page.click(field)
            try await page.type("abcd")
            try await page.press("ArrowLeft", code: 37)
            try await page.press("ArrowLeft", code: 37)
            _ = try await done(stage) { $0.last == .edit(view: StandInScene.field, text: "abcd") }
            stage.show { snapshot in
                snapshot.tree.remove(StandInScene.title)
                snapshot.tree.add(30, .label, 16, 12, 200, 28) { $0.texts[.text] = "Going!" }
                snapshot.tree.change(StandInScene.field) { $0.frame.width = 200 }
            }
            try await page.wait(
                until: "document.querySelector('\(view(30))')?.textContent === 'Going!'"
            )
            let kept =
                "window.field === document.activeElement && window.field.selectionStart === 2"
            #expect(try await page.evaluate(kept) == true)
            #expect(
                try await page.evaluate("document.querySelector('\(view(StandInScene.title))')")
                    == .null
            )
            try await page.type("X")
            _ = try await done(stage) { $0.last == .edit(view: StandInScene.field, text: "abXcd") }
        }
    }

    @Test func `counts a press during which the views change`() async throws {
        let stage = StandInStage(StandInScene.snapshot) { input, snapshot in
            guard input == .endEditing(view: StandInScene.field) else { return nil }
            snapshot.tree.change(StandInScene.button) { $0.texts[.text] = "Sending" }
            return nil
        }
        try await open(stage) { page async throws in
            let button = view(StandInScene.button, " button")
            try await page.click(view(StandInScene.field, " input"))
            try await page.press(button) {
                try await page.wait(
                    until: "document.querySelector('\(button)').textContent === 'Sending'"
                )
            }
            _ = try await done(stage) { $0.last == .tap(view: StandInScene.button) }
        }
    }

    @Test func `draws nothing anew that says the same`() async throws {
        var snapshot = StandInScene.snapshot
        snapshot.mediaButton = MediaButton(kind: .overlay)
        snapshot.warnings = ["It draws very fast."]
        let stage = StandInStage(snapshot, pictures: StandInScene.pictures)
        try await open(stage) { page async throws in
            let watch = """
                window.drawn = new Set();
                new MutationObserver((changes) => {
                  for (const { target } of changes) {
                    const place = target.closest("[data-view], [id]");
                    drawn.add(place.dataset.view ?? place.id);
                  }
                }).observe(document.body, { childList: true, subtree: true });
                1
                """
            try await page.evaluate(watch)
            stage.show { $0.tree.change(StandInScene.title) { $0.texts[.text] = "Going!" } }
            try await page.wait(
                until:
                    "document.querySelector('\(view(StandInScene.title))').textContent === 'Going!'"
            )
            let drawn = try await page.evaluate("[...drawn].join()")
            #expect(drawn == .string("\(StandInScene.title)"))
        }
    }

    @Test func `works with the keyboard alone`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        try await open(stage) { page async throws in
            let order =
                "document.activeElement.closest('[data-view]')?.dataset.view ?? document.activeElement.id"
            var reached: [String] = []
            for _ in 0..<6 {
                try await page.press("Tab", code: 9)
                reached.append(try await page.evaluate(order).string ?? "")
            }
            let expected = [
                StandInScene.plain, StandInScene.button, StandInScene.filled, StandInScene.slider,
            ]
            #expect(reached == ["open", "close"] + expected.map { "\($0)" })
            #expect(
                try await page.style("outlineStyle", of: view(StandInScene.slider, " input"))
                    != "none"
            )
            try await page.press("ArrowRight", code: 39)
            _ = try await done(stage) {
                if case .slide(StandInScene.slider, let value, isLast: true)? = $0.last {
                    value > 0.25
                } else {
                    false
                }
            }
            try await page.evaluate("document.querySelector('\(view(StandInScene.plain))').focus()")
            try await page.press("Enter", code: 13, text: "\r")
            _ = try await done(stage) { $0.last == .tap(view: StandInScene.plain) }
            try await page.press("Escape", code: 27)
            _ = try await done(stage) { $0.last == .dismiss }
            try await page.wait(
                until: "document.querySelector('#notification').dataset.phase === 'closed'"
            )
            try Artefact.keep(try await page.picture(of: "body"), as: "page-closed.png")
        }
    }

    @Test func `shows a failure, a refusal, media and what is waited for`() async throws {
        let stage = StandInStage(StandInScene.snapshot) { _, _ in "the view is gone" }
        try await open(stage) { page async throws in
            stage.show { $0.phase = .answering(action: "accept") }
            try await page.wait(
                until: "document.querySelector('#waiting').textContent.includes('“Accept”')"
            )
            stage.show {
                $0.phase = .open
                $0.mediaButton = MediaButton(kind: .overlay)
            }
            try await page.wait(until: "document.querySelector('.media')?.ariaLabel === 'Play'")
            try Artefact.keep(try await page.picture(of: "body"), as: "page-media.png")
            try await page.click(".media")
            try await page.wait(
                until: "document.querySelector('#status').textContent === 'the view is gone'"
            )
            stage.show {
                $0.isDefaultContentHidden = true
                $0.phase = .fallback(.fallback(.crash), explanation: "It read where nothing is.")
            }
            try await page.wait(until: "!document.querySelector('#banner').hidden")
            #expect(try await page.text(of: "#verdict") == "fallback: crash")
            // It is shown as without an extension.
            #expect(try await page.evaluate("document.querySelectorAll('.view').length") == 0)
            #expect(try await page.evaluate("document.querySelector('#content').hidden") == false)
            try Artefact.keep(try await page.picture(of: "body"), as: "page-fallback.png")
        }
    }

    @Test func `docks the accessory view and gives its field the focus`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        try await open(stage) { page async throws in
            stage.show { snapshot in
                snapshot.tree.add(40, .plain, in: 0, 0, 0, 375, 52)
                snapshot.tree.add(41, .textField, in: 40, 12, 8, 280, 36) {
                    $0.texts[.placeholder] = "Answer"
                    $0.integers[.backgroundColor] = StandInColor.fill
                    $0.reals[.cornerRadius] = 18
                    $0.reals[.insetLeft] = 14
                }
                snapshot.tree.add(42, .button, in: 40, 300, 8, 63, 36) {
                    $0.texts[.text] = "Send"
                    $0.events = ViewEvent.tap.bit
                }
                snapshot.accessory = 40
                snapshot.firstResponder = ViewTree.root
            }
            try await page.wait(until: "document.activeElement.placeholder === 'Answer'")
            // The focus that the extension asked for is no news to it.
            let before = stage.inputs
            #expect(before == [])
            try Artefact.keep(try await page.picture(of: "body"), as: "page-accessory.png")
            try await page.click(view(42, " button"))
            _ = try await done(stage) { $0.last == .tap(view: 42) }
        }
    }

    @Test func `says each time which of two fields of the accessory view has the keyboard`()
        async throws
    {
        let stage = StandInStage(StandInScene.snapshot)
        try await open(stage) { page async throws in
            stage.show { snapshot in
                snapshot.tree.add(40, .plain, in: 0, 0, 0, 375, 52)
                snapshot.tree.add(41, .textField, in: 40, 12, 8, 100, 36)
                snapshot.tree.add(42, .textField, in: 40, 120, 8, 100, 36)
                snapshot.accessory = 40
                snapshot.firstResponder = ViewTree.root
            }
            try await page.wait(
                until: "document.activeElement === document.querySelector('\(view(41, " input"))')"
            )
            for (number, field) in ([42, 41, 42] as [UInt32]).enumerated() {
                try await page.click(view(field, " input"))
                let inputs = try await done(stage) { $0.count == number + 1 }
                #expect(inputs.last == .beginEditing(view: field), "\(inputs)")
            }
        }
    }

    @Test func `draws shadows, single round corners, padding, and pictures in the tint colour`()
        async throws
    {
        let stage = StandInStage(StandInScene.snapshot)
        try await open(stage) { page async throws in
            stage.show { snapshot in
                snapshot.tree.add(50, .plain, 20, 20, 100, 60) {
                    $0.integers[.backgroundColor] = StandInColor.fill
                    $0.reals[.cornerRadius] = 12
                    $0.integers[.corners] = 9
                    $0.integers[.shadowColor] = StandInColor.color(0x0000_0080, 0xFFFF_FF80)
                    $0.reals[.shadowRadius] = 4
                    $0.reals[.shadowY] = 2
                }
                snapshot.tree.add(51, .button, 140, 20, 100, 60) {
                    $0.texts[.text] = "Like"
                    $0.integers[.textColor] = StandInColor.color(0x0000_00FF, 0xFFFF_FFFF)
                    $0.integers[.tintColor] = StandInColor.color(0xFF00_00FF, 0xFF00_00FF)
                    $0.image = ViewImage(source: .symbol, name: "heart.fill", width: 20, height: 20)
                }
                snapshot.tree.add(52, .label, 20, 100, 100, 30) {
                    $0.texts[.text] = "NEW"
                    $0.reals[.insetLeft] = 8
                }
            }
            try await page.wait(until: "document.querySelector('\(view(52))')")
            #expect(try await page.style("borderRadius", of: view(50)) == "12px 0px")
            let shadow = try await page.style("filter", of: view(50))
            #expect(shadow == "drop-shadow(rgba(0, 0, 0, 0.5) 0px 2px 4px)")
            #expect(try await page.style("color", of: view(51, " .picture")) == "rgb(255, 0, 0)")
            #expect(try await page.style("color", of: view(51, " button")) == "rgb(0, 0, 0)")
            #expect(try await page.style("paddingLeft", of: view(52, " .text")) == "8px")
            stage.show { $0.tree.change(50) { $0.integers[.clips] = 1 } }
            let look = "getComputedStyle(document.querySelector('\(view(50))'))"
            try await page.wait(until: "\(look).filter === 'none'")
        }
    }

    @Test func `the accessory view covers neither the header nor the actions`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        try await open(stage) { page async throws in
            stage.show { snapshot in
                snapshot.tree.add(40, .plain, in: 0, 0, 0, 5000, 5000)
                snapshot.tree.add(41, .button, in: 40, -3000, -3000, 9000, 9000) {
                    $0.texts[.text] = "Everything"
                    $0.integers[.backgroundColor] = StandInColor.red
                    $0.events = ViewEvent.tap.bit
                }
                snapshot.accessory = 40
                snapshot.firstResponder = ViewTree.root
            }
            try await page.wait(until: "!document.querySelector('#accessory').hidden")
            try Artefact.keep(try await page.picture(of: "body"), as: "page-accessory-huge.png")
            let height = "document.querySelector('#accessory').getBoundingClientRect().height"
            #expect(try await page.evaluate("\(height) <= innerHeight * 0.4 + 1") == true)
            let hit =
                "document.elementFromPoint(innerWidth / 2, 100).closest('#accessory') === null"
            #expect(try await page.evaluate(hit) == true)
            try await page.click("#close")
            _ = try await done(stage) { $0.last == .dismiss }
        }
    }

    /// Loads a page anew, and waits until it is drawn.
    private func reload(_ page: BrowserPage) async throws {
        let isDrawn = "!window.isOld && Boolean(document.documentElement.dataset.revision)"
        try await page.evaluate("window.isOld = true")
        try await page.command("Page.reload")
        // What is asked of the old page ends with it.
        while (try? await page.evaluate(isDrawn)) != true { try Task.checkCancellation() }
    }

    @Test func `a page that was loaded twenty times ends with what happened`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        let program = try BrowserProgram.find()
        try await Browser.run(program) { browser in
            let page = try await PageServer.serve(stage) { server in
                let address = server.address
                let page = try await BrowserPage(address, in: browser, width: 800, height: 600)
                for _ in 0..<20 { try await reload(page) }
                stage.close()
                await server.drain()
                return page
            }
            // Nobody answers any more.
            let phase = "document.querySelector('#notification').dataset.phase === 'closed'"
            try await page.wait(until: phase)
            let status = try await page.evaluate("document.querySelector('#status').textContent")
            let text = try #require(status.string)
            #expect(!text.contains("lost") && !text.contains("nothing"), "\(text)")
            let end = try await page.evaluate("document.querySelector('#waiting').textContent")
            #expect(end == "The notification was closed.")
        }
    }

    @Test func `a ninth window says that it is shown nothing`() async throws {
        let stage = StandInStage(StandInScene.snapshot)
        let program = try BrowserProgram.find()
        try await PageServer.serve(stage) { server in
            let address = server.address
            try await withThrowingTaskGroup(of: Void.self) { group in
                let request = RawRequest("events", address: address)
                for _ in 0..<8 {
                    group.addTask { _ = try await RawClient.exchange(request) }
                }
                while stage.viewerCount < 8, !Task.isCancelled { await Task.yield() }
                try await Browser.run(program) { browser in
                    let page = try await BrowserPage(address, in: browser, width: 800, height: 600)
                    try await page.wait(
                        until: "document.querySelector('#status').textContent.includes('eight')"
                    )
                }
                group.cancelAll()
                while (try? await group.next()) != nil {}
            }
        }
    }
}
