// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryTool
internal import Foundation

/// What a user does to a page, as the browser gets it from mouse and keyboard.
extension BrowserPage {
    /// Presses the mouse's button in the middle of an element, until the element has the click.
    ///
    /// The page may move the element between the question for its place and the press, which then
    /// comes to something else. What moves again and again is given up after 20 presses.
    ///
    /// - Parameter element: Its selector.
    /// - Throws: ``ToolFailure`` with what the browser says, and where no click comes to the element.
    package func click(_ element: String) async throws {
        try await evaluate(
            """
            window.isClicked = false;
            window.addEventListener('click', function heard({ target }) {
              if (!target.closest('\(element)')) return;
              window.isClicked = true;
              window.removeEventListener('click', heard, true);
            }, true)
            """
        )
        for _ in 1...20 {
            let place = try await middle(of: element)
            try await mouse("mousePressed", place)
            try await mouse("mouseReleased", place)
            // Where the click led to another page, that one knows nothing of it.
            if try await evaluate("window.isClicked") != false { return }
        }
        throw ToolFailure("no click came to \(element)", .software)
    }

    /// Presses the mouse's button in the middle of an element, and releases it after `held`.
    ///
    /// - Parameters:
    ///   - element: Its selector.
    ///   - held: What happens before the button is released.
    /// - Throws: ``ToolFailure`` with what the browser says, and what `held` throws.
    package func press(_ element: String, while held: () async throws -> Void) async throws {
        let place = try await middle(of: element)
        try await mouse("mousePressed", place)
        try await held()
        try await mouse("mouseReleased", place)
    }

    /// Drags from the middle of an element by some points, in steps.
    package func drag(_ element: String, from start: Double, to end: Double) async throws {
        let box = try await box(of: element)
        let place = { (share: Double) in
            (x: box.x + box.width * share, y: box.y + box.height / 2)
        }
        try await mouse("mousePressed", place(start))
        for step in 1...10 {
            let share = start + (end - start) * Double(step) / 10
            try await mouse("mouseMoved", place(share), buttons: 1)
        }
        try await mouse("mouseReleased", place(end))
    }

    /// Types where the focus is.
    package func type(_ text: String) async throws {
        for character in text {
            try await command(
                "Input.dispatchKeyEvent",
                ["type": "char", "text": .string(String(character))]
            )
        }
    }

    /// Presses a key, such as `Enter`.
    package func press(_ key: String, code: Int, text: String? = nil) async throws {
        for type in ["keyDown", "keyUp"] {
            var event: JSONObject = [
                "type": .string(type), "key": .string(key), "code": .string(key),
                "windowsVirtualKeyCode": .number(JSONNumber(code)),
            ]
            if type == "keyDown" { event["text"] = text.map { .string($0) } }
            try await command("Input.dispatchKeyEvent", event)
        }
    }

    /// The text of an element.
    package func text(of element: String) async throws -> String {
        try await evaluate("document.querySelector('\(element)').textContent").string ?? ""
    }

    /// A computed style of an element.
    package func style(_ name: String, of element: String) async throws -> String {
        let script = "getComputedStyle(document.querySelector('\(element)')).\(name)"
        return try await evaluate(script).string ?? ""
    }

    private func middle(of element: String) async throws -> (x: Double, y: Double) {
        let box = try await box(of: element)
        return (box.x + box.width / 2, box.y + box.height / 2)
    }

    private func box(
        of element: String
    ) async throws -> (x: Double, y: Double, width: Double, height: Double) {
        let script = """
            (() => {
              const element = document.querySelector('\(element)');
              element.scrollIntoView({block: 'nearest'});
              const {x, y, width, height} = element.getBoundingClientRect();
              return [x, y, width, height];
            })()
            """
        guard case .array(let values) = try await evaluate(script) else { return (0, 0, 0, 0) }
        let numbers = values.map { if case .number(let number) = $0 { number.double } else { 0.0 } }
        return (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    private func mouse(
        _ type: String,
        _ place: (x: Double, y: Double),
        buttons: Int = 0
    ) async throws {
        try await command(
            "Input.dispatchMouseEvent",
            [
                "type": .string(type), "x": .number(JSONNumber(place.x) ?? JSONNumber(0)),
                "y": .number(JSONNumber(place.y) ?? JSONNumber(0)), "button": "left",
                "buttons": .number(JSONNumber(buttons)), "clickCount": 1,
            ]
        )
    }
}
