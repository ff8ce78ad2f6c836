// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Foundation
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// What views look like, and where they are.
    @Suite struct ViewPropertyTests {
        @Test(arguments: ViewKey.allCases)
        func `a property is of one type`(key: ViewKey) throws {
            let host = try ContentHost()
            let view = host.make()
            let statuses = [
                host.set(view, key, "1"), host.set(view, key, integer: 1),
                host.set(view, key, real: 1.0),
            ]
            let right = [ViewKey.ValueType.text, .integer, .real].map { $0 == key.type }
            #expect(statuses == right.map { $0 ? BF_OK : BF_ERROR_UNSUPPORTED })
            #expect(
                [
                    host.text(view, key) == "1", host.integer(view, key) == 1,
                    host.real(view, key) == 1,
                ] == right
            )
            var (text, integer, real) = unsafe (bf_string(), Int64(0), 0.0)
            let (views, number) = (host.views, key.rawValue)
            let got = unsafe [
                views.get_text(host.host, view, number, &text),
                views.get_integer(host.host, view, number, &integer),
                views.get_real(host.host, view, number, &real),
            ]
            #expect(got == statuses)
            #expect(unsafe host.views.clear(host.host, view, key.rawValue) == BF_OK)
            #expect(host.text(view, key) == (key.type == .text ? "" : nil))
            #expect(host.integer(view, key) == nil)
        }

        @Test func `an unset number is not found, and an unknown key not supported`() throws {
            let host = try ContentHost()
            var (integer, real) = (Int64(0), 0.0)
            let (view, views) = (host.make(), host.views)
            #expect(
                unsafe views.get_integer(host.host, view, BF_VIEW_HIDDEN, &integer)
                    == BF_ERROR_NOT_FOUND
            )
            #expect(
                unsafe views.get_real(host.host, view, BF_VIEW_ALPHA, &real) == BF_ERROR_NOT_FOUND
            )
            #expect(unsafe views.get_text(host.host, view, 1, nil) == BF_ERROR_ARGUMENT)
            #expect(unsafe views.get_integer(host.host, view, 0x100, nil) == BF_ERROR_ARGUMENT)
            #expect(unsafe views.get_real(host.host, view, 0x200, nil) == BF_ERROR_ARGUMENT)
            for key: UInt32 in [0, 99, 0x1ff, 0x2ff] {
                #expect(unsafe views.clear(host.host, view, key) == BF_ERROR_UNSUPPORTED)
            }
        }

        @Test func `a number is finite and in its range`() throws {
            let host = try ContentHost()
            let view = host.make(.slider)
            for value in [Double.nan, .infinity, -.infinity, 1.01, -0.01] {
                #expect(host.set(view, .alpha, real: value) == BF_ERROR_ARGUMENT)
            }
            #expect(host.set(view, .value, real: 1e7) == BF_ERROR_ARGUMENT)
            #expect(host.set(view, .isHidden, integer: 2) == BF_ERROR_ARGUMENT)
            #expect(host.setFrame(view, [0, 0, .nan, 1]) == BF_ERROR_ARGUMENT)
            #expect(host.setFrame(view, [0, -2e6, 1, 1]) == BF_ERROR_ARGUMENT)
            let transform = unsafe host.views.set_transform
            #expect(unsafe transform?(host.host, view, .nan, 0, 0, 1, 0, 0) == BF_ERROR_ARGUMENT)
            #expect(unsafe transform?(host.host, view, 0, 1, -1, 0, 3, 4) == BF_OK)
            var turned = ViewTransform()
            (turned.a, turned.b, turned.c, turned.d, turned.tx, turned.ty) = (0, 1, -1, 0, 3, 4)
            #expect(host.patches() == [.create(2, .slider), .transform(2, turned)])
            for size in [[Double.nan, 0], [-1, 0]] {
                var size = size
                #expect(unsafe host.views.measure(host.host, view, &size) == BF_ERROR_ARGUMENT)
            }
        }

        @Test func `a text is UTF-8`() throws {
            let host = try ContentHost()
            let label = host.make(.label)
            let status = unsafe HostTable.withString([0x61, 0xff]) {
                unsafe host.views.set_text(host.host, label, BF_VIEW_TEXT, $0)
            }
            #expect(status == BF_ERROR_ARGUMENT)
            let null = unsafe bf_string(bytes: nil, count: 3)
            #expect(
                unsafe host.views.set_text(host.host, label, BF_VIEW_TEXT, null)
                    == BF_ERROR_ARGUMENT
            )
        }

        @Test func `what is lent stays until the property is set to something else`() throws {
            let host = try ContentHost()
            let label = host.make(.label)
            _ = host.set(label, .text, "first")
            var lent = unsafe bf_string()
            #expect(unsafe host.views.get_text(host.host, label, 1, &lent) == BF_OK)
            _ = host.set(label, .placeholder, "other")
            _ = host.set(label, .text, "first")
            _ = host.frames()
            #expect(unsafe HostTable.text(of: lent) == "first")
        }

        @Test func `all texts together have their limit, and so has one`() throws {
            let host = try ContentHost()
            let single = String(repeating: "a", count: ViewLimit.singleTextByteCount)
            let all = (0..<3).map { _ in host.make(.label) }
            #expect(host.set(all[0], .text, single + "a") == BF_ERROR_LIMIT)
            #expect(host.set(all[0], .text, single) == BF_OK)
            #expect(host.set(all[1], .text, single) == BF_OK)
            #expect(host.set(all[2], .text, "a") == BF_ERROR_LIMIT)
            // What it takes the place of makes room for a text.
            #expect(host.set(all[0], .text, single.replacing("a", with: "b")) == BF_OK)
            #expect(unsafe host.views.release(host.host, all[0]) == BF_OK)
            #expect(host.set(all[2], .text, single) == BF_OK)
            #expect(unsafe host.views.clear(host.host, all[2], BF_VIEW_TEXT) == BF_OK)
            #expect(host.set(all[1], .placeholder, single) == BF_OK)
        }

        @Test func `what does not fit into one packet comes in several`() throws {
            let host = try ContentHost()
            let text = String(repeating: "a", count: 120_000)
            for view in [host.make(.label), host.make(.label)] { _ = host.set(view, .text, text) }
            let frames = host.frames()
            #expect(frames.count == 2)
            for (index, frame) in frames.enumerated() {
                guard case .frame(_, let isLast) = frame else { continue }
                #expect(isLast == (index == 1))
                #expect(WorkerEvent.content(frame).frame.count <= WorkerEvent.frameLimit)
            }
        }

        @Test func `texts shrink before others grow`() throws {
            let host = try ContentHost()
            let (first, second) = (host.make(.label), host.make(.label))
            _ = host.set(second, .text, "long")
            _ = host.frames()
            _ = host.set(first, .text, "longer")
            _ = host.set(second, .text, "")
            #expect(host.patches() == [.text(3, .text, ""), .text(2, .text, "longer")])
        }

        @Test func `runs are in order, apart, and cut no character`() throws {
            let host = try ContentHost()
            let label = host.make(.label)
            _ = host.set(label, .text, "Grüße")
            func status(_ runs: [(UInt64, UInt64)], flags: UInt32 = 1) -> bf_status {
                let runs = runs.map {
                    bf_text_run(
                        start: $0.0,
                        count: $0.1,
                        color: 0,
                        background_color: 0,
                        font_size: 0,
                        font_weight: 0,
                        flags: flags
                    )
                }
                return unsafe host.views.set_runs(host.host, label, runs, UInt64(runs.count))
            }
            #expect(status([(0, 2), (2, 2), (4, 0), (4, 3)]) == BF_OK)
            let wrong: [[(UInt64, UInt64)]] = [
                [(2, 1)], [(3, 1)], [(0, 8)], [(9, 0)], [(2, 2), (0, 1)], [(0, 2), (1, 1)],
                [(.max, 1)], [(0, .max)],
            ]
            for runs in wrong { #expect(status(runs) == BF_ERROR_ARGUMENT) }
            #expect(status([(0, 1)], flags: 16) == BF_ERROR_ARGUMENT)
            #expect(status(Array(repeating: (0, 0), count: 257)) == BF_ERROR_ARGUMENT)
            #expect(unsafe host.views.set_runs(host.host, label, nil, 1) == BF_ERROR_ARGUMENT)
            let runs = [
                TextRun(start: 0, count: 2, flags: 1), TextRun(start: 2, count: 2, flags: 1),
                TextRun(start: 4, count: 3, flags: 1),
            ]
            #expect(
                host.patches() == [.create(2, .label), .text(2, .text, "Grüße"), .runs(2, runs)]
            )
            #expect(host.set(label, .text, "Grüße") == BF_OK)
            #expect(host.patches() == [.runs(2, [])])
            #expect(status([(0, 2)]) == BF_OK)
            #expect(unsafe host.views.clear(host.host, label, BF_VIEW_TEXT) == BF_OK)
            #expect(host.patches() == [.clear(2, .text)])
            // Those of the text that is gone are not the next one's.
            #expect(host.set(label, .text, "Grüße") == BF_OK)
            #expect(host.patches() == [.text(2, .text, "Grüße")])
        }

        @Test func `a picture belongs into an image view or a button`() throws {
            let host = try ContentHost()
            let (picture, label) = (host.make(.image), host.make(.label))
            func status(
                _ view: bf_view,
                _ source: UInt32,
                _ name: String,
                _ width: Double = 1
            )
                -> bf_status
            {
                unsafe HostTable.withString(Array(name.utf8)) { name in
                    var image = unsafe bf_image(
                        source: source,
                        flags: 1,
                        name: name,
                        width: width,
                        height: 2
                    )
                    return unsafe host.views.set_image(host.host, view, &image)
                }
            }
            #expect(status(label, BF_IMAGE_SYMBOL, "bell") == BF_ERROR_UNSUPPORTED)
            #expect(status(picture, BF_IMAGE_PAGE + 1, "bell") == BF_ERROR_ARGUMENT)
            #expect(status(picture, BF_IMAGE_SYMBOL, "") == BF_ERROR_ARGUMENT)
            #expect(status(picture, BF_IMAGE_SYMBOL, "bell", .nan) == BF_ERROR_ARGUMENT)
            #expect(
                status(picture, BF_IMAGE_SYMBOL, String(repeating: "a", count: 4097))
                    == BF_ERROR_LIMIT
            )
            #expect(status(picture, BF_IMAGE_SYMBOL, "bell") == BF_OK)
            let bell = ViewImage(
                source: .symbol,
                name: "bell",
                isTemplate: true,
                width: 1,
                height: 2
            )
            #expect(host.patches().contains(.image(2, bell)))
            #expect(status(picture, BF_IMAGE_FILE, "none.png") == BF_ERROR_FAILED)
            #expect(host.events.all.contains { if case .log(2, _) = $0 { true } else { false } })
            #expect(unsafe host.views.set_image(host.host, picture, nil) == BF_OK)
            #expect(host.patches() == [.image(2, nil)])
        }

        @Test func `a picture of a file is that file as it was`() throws {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("belfry-pictures-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            let host = try ContentHost(containerPath: folder.path)
            let file = folder.appendingPathComponent("a.png")
            let picture = Data([0x89, 0x50, 0x4e, 0x47] + Array(repeating: 7, count: 100_000))
            try picture.write(to: file)
            let view = host.make(.image)
            func show(_ name: String) -> bf_status {
                unsafe HostTable.withString(Array(name.utf8)) { name in
                    var image = unsafe bf_image()
                    unsafe image.source = BF_IMAGE_FILE
                    unsafe image.name = name
                    return unsafe host.views.set_image(host.host, view, &image)
                }
            }
            #expect(show("a.png") == BF_OK)
            let copy = ViewImage(source: .file, name: ".pictures/1")
            #expect(host.patches() == [.create(2, .image), .image(2, copy)])
            // The same again is nothing new, by whatever name.
            #expect(show(file.path) == BF_OK)
            #expect(host.frames().isEmpty)
            try FileManager.default.removeItem(at: file)
            #expect(try Data(contentsOf: folder.appendingPathComponent(copy.name)) == picture)
            try Data("no picture at all".utf8).write(to: file)
            #expect(show("a.png") == BF_ERROR_FAILED)
            #expect(show(".") == BF_ERROR_FAILED)
        }

        @Test func `constraints go together, and go with what they hold together`() throws {
            let host = try ContentHost()
            let (first, second) = (host.make(), host.make())
            #expect(
                host.constrain(first, BF_ATTRIBUTE_TOP, second, BF_ATTRIBUTE_TOP).status
                    == BF_ERROR_ARGUMENT
            )
            _ = host.insert(first, into: host.root)
            _ = host.insert(second, into: host.root)
            let wrong: [(bf_attribute, bf_attribute)] = [
                (BF_ATTRIBUTE_TOP, BF_ATTRIBUTE_LEFT), (BF_ATTRIBUTE_WIDTH, BF_ATTRIBUTE_TOP),
                (21, BF_ATTRIBUTE_TOP), (BF_ATTRIBUTE_NONE, BF_ATTRIBUTE_TOP),
            ]
            for (one, other) in wrong {
                #expect(host.constrain(first, one, second, other).status == BF_ERROR_ARGUMENT)
            }
            #expect(host.constrain(first, BF_ATTRIBUTE_TOP).status == BF_ERROR_ARGUMENT)
            for constant in [Double.nan, .infinity, 2e6] {
                #expect(
                    host.constrain(first, BF_ATTRIBUTE_WIDTH, constant: constant).status
                        == BF_ERROR_ARGUMENT
                )
            }
            for priority in [0, 1001, Double.nan] {
                #expect(
                    host.constrain(first, BF_ATTRIBUTE_WIDTH, priority: priority).status
                        == BF_ERROR_ARGUMENT
                )
            }
            #expect(
                host.constrain(first, BF_ATTRIBUTE_WIDTH, relation: 2).status == BF_ERROR_ARGUMENT
            )
            let made = host.constrain(first, BF_ATTRIBUTE_TOP, second, BF_ATTRIBUTE_BOTTOM)
            #expect(made.status == BF_OK)
            #expect(unsafe host.views.set_constant(host.host, made.constraint, 4) == BF_OK)
            #expect(
                unsafe host.views.set_constant(host.host, made.constraint, .nan)
                    == BF_ERROR_ARGUMENT
            )
            #expect(
                unsafe host.views.set_priority(host.host, made.constraint, 0.5)
                    == BF_ERROR_ARGUMENT
            )
            #expect(unsafe host.views.set_priority(host.host, made.constraint, 500) == BF_OK)
            #expect(unsafe host.views.remove(host.host, first) == BF_OK)
            #expect(
                unsafe host.views.unconstrain(host.host, made.constraint) == BF_ERROR_HANDLE
            )
            // It is no fault of the extension's that it is gone.
            #expect(host.strikes == 0)
        }

        @Test func `a process has so many constraints and no more`() throws {
            let host = try ContentHost()
            let view = host.make()
            for _ in 0..<ViewLimit.constraintCount {
                guard host.constrain(view, BF_ATTRIBUTE_WIDTH).status == BF_OK else {
                    Issue.record("refused")
                    return
                }
            }
            let last = host.constrain(view, BF_ATTRIBUTE_WIDTH)
            #expect(last.status == BF_ERROR_LIMIT)
        }

        @Test func `the root is as wide as it was opened, and as high as was preferred`() throws {
            let host = try ContentHost()
            #expect(host.frame(host.root) == [0, 0, 320, 200])
            let prefer = unsafe host.presentation.set_preferred_size
            #expect(unsafe prefer?(host.host, 160, 50) == BF_OK)
            #expect(host.patches() == [.frame(1, ViewFrame(width: 320, height: 100))])
            #expect(unsafe prefer?(host.host, 0, 0) == BF_OK)
            #expect(host.patches() == [.frame(1, ViewFrame(width: 320, height: 200))])
            for size in [(-1, 5), (5, .nan), (2e6, 5.0)] {
                #expect(unsafe prefer?(host.host, size.0, size.1) == BF_ERROR_ARGUMENT)
            }
            #expect(
                host.events.all == [
                    .content(.preferredSize(width: 160, height: 50)),
                    .content(.preferredSize(width: 0, height: 0)),
                ]
            )
        }
    }
}
