// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import UIKit

/// A host that keeps what it is told, as long as a test has it.
///
/// The functions of its table are C's and capture nothing, so there is one for the process: of the tests
/// that want it, in whatever suite, each waits for its turn.
@safe enum StandInHost {
    struct View {
        var kind: bf_view_kind
        var texts: [bf_view_key: String] = [:]
        var integers: [bf_view_key: Int64] = [:]
        var reals: [bf_view_key: Double] = [:]
        var children: [UInt64] = []
        var arranged: [UInt64] = []
        var frame = [0.0, 0.0, 0.0, 0.0]
        var runs: [Range<UInt64>] = []
        var image: (source: bf_image_source, name: String)?

        /// The file of a picture or a page, as it was when the host was told of it.
        var imageFile: Data?
        var handlers: Set<bf_event> = []
    }

    struct State {
        var views: [UInt64: View] = [:]
        var constraints: [UInt64: bf_constraint_rule] = [:]
        var next: UInt64 = 1
        var layoutCount = 0
    }

    static let state = Mutex(State())

    private static let turns = Turns()

    /// Lets in one test after another, in the order in which they came.
    private actor Turns {
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func begin() async {
            guard isTaken else {
                isTaken = true
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func end() {
            guard waiting.isEmpty else { return waiting.removeFirst().resume() }
            isTaken = false
        }
    }

    /// Gives each test of a suite the host, with nothing in it.
    struct Trait: SuiteTrait, TestTrait, TestScoping {
        func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            guard testCase != nil else { return try await function() }
            await StandInHost.turns.begin()
            StandInHost.state.withLock { $0 = State() }
            let host = unsafe ViewHost(StandInHost.host, views: UnsafeRawPointer(StandInHost.views))
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await ViewHost.$standIn.withValue(host) { try await function() }
                )
            } catch {
                result = .failure(error)
            }
            await StandInHost.turns.end()
            try result.get()
        }

        var isRecursive: Bool { true }
    }

    @MainActor static func view(_ view: UIView) -> View? {
        state.withLock { $0.views[view.node.handle.id] }
    }

    /// Changes a view as the user does, and calls what listens.
    @MainActor static func user(
        does event: bf_event,
        to view: UIView,
        _ change: @Sendable (inout View) -> Void = { _ in }
    ) {
        let handle = view.node.handle
        state.withLock { change(&$0.views[handle.id, default: View(kind: 0)]) }
        view.handle(event)
    }

    nonisolated(unsafe) private static let host: UnsafePointer<bf_host> = {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 16)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: 512)
        return unsafe UnsafePointer(memory.assumingMemoryBound(to: bf_host.self))
    }()

    nonisolated(unsafe) private static let views: UnsafePointer<bf_view_functions> = {
        let memory = UnsafeMutablePointer<bf_view_functions>.allocate(capacity: 1)
        unsafe memory.initialize(to: functions)
        return unsafe UnsafePointer(memory)
    }()

    private static func change(_ view: bf_view, _ body: (inout View) -> Void) -> bf_status {
        state.withLock { state in
            guard state.views[view.id] != nil else { return BF_ERROR_HANDLE }
            body(&state.views[view.id, default: View(kind: 0)])
            return BF_OK
        }
    }

    private static func read<Value>(
        _ view: bf_view,
        _ out: UnsafeMutablePointer<Value>?,
        _ body: (View) -> Value?
    ) -> bf_status {
        state.withLock { state in
            guard let found = state.views[view.id] else { return BF_ERROR_HANDLE }
            guard let value = body(found) else { return BF_ERROR_NOT_FOUND }
            unsafe out?.pointee = value
            return BF_OK
        }
    }

    private static func string(_ text: bf_string) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: text.bytes, count: Int(text.count))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    private static var functions: bf_view_functions {
        var table = bf_view_functions()
        table.size = UInt32(MemoryLayout<bf_view_functions>.size)
        unsafe table.root = { _ in bf_view(id: 0) }
        unsafe table.create = { _, kind, out in
            StandInHost.state.withLock { state in
                unsafe out?.pointee = bf_view(id: state.next)
                state.views[state.next] = View(kind: kind)
                state.next += 1
            }
            return BF_OK
        }
        unsafe table.release = { _, view in
            StandInHost.state.withLock { $0.views[view.id] = nil }
            return BF_OK
        }
        unsafe table.insert = { _, parent, child, index in
            StandInHost.change(parent) { view in
                view.children.removeAll { $0 == child.id }
                view.children.insert(child.id, at: min(Int(index), view.children.count))
            }
        }
        unsafe table.arrange = { _, stack, child, index in
            StandInHost.change(stack) { view in
                view.arranged.removeAll { $0 == child.id }
                view.arranged.insert(child.id, at: min(Int(index), view.arranged.count))
            }
        }
        unsafe table.disarrange = { _, stack, child in
            StandInHost.change(stack) { $0.arranged.removeAll { $0 == child.id } }
        }
        unsafe table.remove = { _, view in
            StandInHost.state.withLock { state in
                for id in state.views.keys { state.views[id]?.children.removeAll { $0 == view.id } }
            }
            return BF_OK
        }
        setProperties(in: &table)
        setPlaces(in: &table)
        return table
    }

    private static func setProperties(in table: inout bf_view_functions) {
        unsafe table.set_text = { _, view, key, value in
            let text = unsafe StandInHost.string(value)
            return StandInHost.change(view) {
                $0.texts[key] = text
                if key == BF_VIEW_TEXT { $0.runs = [] }
            }
        }
        unsafe table.set_integer = { _, view, key, value in
            StandInHost.change(view) { $0.integers[key] = value }
        }
        unsafe table.set_real = { _, view, key, value in
            StandInHost.change(view) { $0.reals[key] = value }
        }
        unsafe table.get_text = { _, view, key, out in
            unsafe StandInHost.read(view, out) { found in
                guard let text = found.texts[key] else { return unsafe bf_string() }
                // Borrowed by the caller; a test's few bytes are left to it.
                let bytes = unsafe strdup(text)
                let start = unsafe UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self)
                return unsafe bf_string(bytes: start, count: UInt64(text.utf8.count))
            }
        }
        unsafe table.get_integer = { _, view, key, out in
            unsafe StandInHost.read(view, out) { $0.integers[key] }
        }
        unsafe table.get_real = { _, view, key, out in
            unsafe StandInHost.read(view, out) { $0.reals[key] }
        }
        unsafe table.clear = { _, view, key in
            StandInHost.change(view) {
                $0.texts[key] = nil
                $0.integers[key] = nil
                $0.reals[key] = nil
            }
        }
        unsafe table.set_runs = { _, view, runs, count in
            let runs = unsafe UnsafeBufferPointer(start: runs, count: Int(count))
            let ranges = unsafe runs.map { $0.start..<($0.start + $0.count) }
            return StandInHost.change(view) { $0.runs = ranges }
        }
        unsafe table.set_image = { _, view, image in
            let source = unsafe image?.pointee.source
            let name = unsafe image.map { unsafe StandInHost.string($0.pointee.name) }
            return StandInHost.change(view) {
                $0.image = source.map { ($0, name ?? "") }
                $0.imageFile = name.flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) }
            }
        }
        unsafe table.on = { _, view, event, _, _, _ in
            StandInHost.change(view) { $0.handlers.insert(event) }
        }
    }

    private static func setPlaces(in table: inout bf_view_functions) {
        unsafe table.set_transform = { _, view, _, _, _, _, _, _ in
            StandInHost.change(view) { _ in }
        }
        unsafe table.set_frame = { _, view, x, y, width, height in
            StandInHost.change(view) { $0.frame = [x, y, width, height] }
        }
        unsafe table.get_frame = { _, view, out in
            let frame = StandInHost.state.withLock { $0.views[view.id]?.frame }
            guard let frame else { return BF_ERROR_HANDLE }
            for index in 0..<4 { unsafe out?[index] = frame[index] }
            return BF_OK
        }
        unsafe table.measure = { _, _, size in
            unsafe size?[0] = 120
            unsafe size?[1] = 20
            return BF_OK
        }
        unsafe table.constrain = { _, rule, out in
            StandInHost.state.withLock { state in
                unsafe state.constraints[state.next] = rule?.pointee
                unsafe out?.pointee = bf_constraint(id: state.next)
                state.next += 1
            }
            return BF_OK
        }
        unsafe table.set_constant = { _, constraint, constant in
            StandInHost.state.withLock { $0.constraints[constraint.id]?.constant = constant }
            return BF_OK
        }
        unsafe table.set_priority = { _, constraint, priority in
            StandInHost.state.withLock { $0.constraints[constraint.id]?.priority = priority }
            return BF_OK
        }
        unsafe table.unconstrain = { _, constraint in
            StandInHost.state.withLock { $0.constraints[constraint.id] = nil }
            return BF_OK
        }
        unsafe table.layout = { _ in
            StandInHost.state.withLock { $0.layoutCount += 1 }
            return BF_OK
        }
    }
}
