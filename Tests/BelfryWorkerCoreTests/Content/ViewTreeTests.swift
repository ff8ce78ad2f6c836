// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// Views that come, go and are put into each other.
    @Suite struct ViewTreeTests {
        @Test func `a service extension has no views`() {
            let host = HostTable()
            for id in [BF_INTERFACE_VIEW, BF_INTERFACE_PRESENTATION] {
                let table = unsafe ContentHost.table(id, host.host)
                #expect(unsafe table == nil)
            }
        }

        @Test func `the tables are of the headers' size`() throws {
            let host = try ContentHost()
            #expect(host.views.size == 216)
            #expect(host.presentation.size == 144)
        }

        @Test func `before load there is no root, and no call is taken`() throws {
            let host = try ContentHost(isOpen: false)
            #expect(host.root.id == 0)
            var view = bf_view()
            #expect(unsafe host.views.create(host.host, 0, &view) == BF_ERROR_STATE)
            #expect(host.set(host.root, .text, "a") == BF_ERROR_STATE)
            #expect(unsafe host.views.layout(host.host) == BF_ERROR_STATE)
            #expect(unsafe host.presentation.dismiss(host.host) == BF_ERROR_STATE)
            #expect(host.events.all.isEmpty)
        }

        @Test func `the host hears of a view, its place and its looks, once`() throws {
            let host = try ContentHost()
            let label = host.make(.label)
            #expect(host.insert(label, into: host.root) == BF_OK)
            #expect(host.set(label, .text, "Grüße") == BF_OK)
            #expect(host.set(label, .textColor, integer: 0xff) == BF_OK)
            #expect(host.set(label, .alpha, real: 0.5) == BF_OK)
            #expect(host.setFrame(label, [1, 2, 30, 40]) == BF_OK)
            #expect(
                host.patches() == [
                    .create(2, .label), .children(1, [2]),
                    .frame(2, ViewFrame(x: 1, y: 2, width: 30, height: 40)),
                    .text(2, .text, "Grüße"), .integer(2, .textColor, 0xff),
                    .real(2, .alpha, 0.5),
                ]
            )
            #expect(host.frames().isEmpty)
            #expect(host.frame(label) == [1, 2, 30, 40])
        }

        @Test func `what is the same as before is not said`() throws {
            let host = try ContentHost()
            let label = host.make(.label)
            _ = host.insert(label, into: host.root)
            _ = host.set(label, .text, "a")
            _ = host.set(label, .isHidden, integer: 1)
            _ = host.frames()
            #expect(host.set(label, .text, "a") == BF_OK)
            #expect(host.set(label, .isHidden, integer: 1) == BF_OK)
            #expect(host.insert(label, into: host.root) == BF_OK)
            #expect(host.frames().isEmpty)
            #expect(host.set(label, .text, "b") == BF_OK)
            #expect(host.set(label, .text, "a") == BF_OK)
            #expect(host.set(label, .isHidden, integer: 0) == BF_OK)
            #expect(host.patches() == [.integer(2, .isHidden, 0)])
            #expect(unsafe host.views.clear(host.host, label, BF_VIEW_HIDDEN) == BF_OK)
            #expect(host.patches() == [.clear(2, .isHidden)])
        }

        @Test func `what comes and goes within a callback is not said`() throws {
            let host = try ContentHost()
            let view = host.make()
            _ = host.insert(view, into: host.root)
            #expect(unsafe host.views.release(host.host, view) == BF_OK)
            #expect(host.patches().isEmpty)
            // Its number is not used again.
            _ = host.make()
            #expect(host.patches() == [.create(3, .plain)])
        }

        @Test func `views change places without ever being in themselves`() throws {
            let host = try ContentHost()
            let (outer, inner) = (host.make(), host.make())
            _ = host.insert(outer, into: host.root)
            _ = host.insert(inner, into: outer)
            _ = host.frames()
            #expect(unsafe host.views.remove(host.host, inner) == BF_OK)
            #expect(host.insert(inner, into: host.root) == BF_OK)
            #expect(host.insert(outer, into: inner) == BF_OK)
            #expect(
                host.patches() == [
                    .children(1, []), .children(2, []), .children(1, [3]), .children(3, [2]),
                ]
            )
        }

        @Test func `a view is put before another, and leaves the one it was in`() throws {
            let host = try ContentHost()
            let all = (0..<3).map { _ in host.make() }
            for view in all { _ = host.insert(view, into: host.root) }
            _ = host.frames()
            #expect(host.insert(all[2], into: host.root, at: 0) == BF_OK)
            #expect(host.patches() == [.children(1, [4, 2, 3])])
            #expect(host.insert(all[0], into: all[1]) == BF_OK)
            #expect(host.patches() == [.children(1, [4, 3]), .children(3, [2])])
            #expect(unsafe host.views.release(host.host, all[1]) == BF_OK)
            #expect(host.patches() == [.remove(3)])
            #expect(host.insert(all[0], into: all[2]) == BF_OK)
            #expect(host.patches() == [.children(4, [2])])
        }

        @Test func `a view is never in itself, and the root in nothing`() throws {
            let host = try ContentHost()
            let (outer, inner) = (host.make(), host.make())
            _ = host.insert(inner, into: outer)
            #expect(host.insert(outer, into: outer) == BF_ERROR_ARGUMENT)
            #expect(host.insert(outer, into: inner) == BF_ERROR_ARGUMENT)
            #expect(host.insert(host.root, into: outer) == BF_ERROR_ARGUMENT)
            #expect(unsafe host.views.release(host.host, host.root) == BF_ERROR_STATE)
            #expect(host.setFrame(host.root, [0, 0, 1, 1]) == BF_ERROR_STATE)
            #expect(host.strikes == 0)
        }

        @Test func `a stack arranges views, and no other view does`() throws {
            let host = try ContentHost()
            let (stack, plain) = (host.make(.stack), host.make())
            let all = (0..<2).map { _ in host.make() }
            #expect(unsafe host.views.arrange(host.host, plain, all[0], 0) == BF_ERROR_ARGUMENT)
            #expect(unsafe host.views.arrange(host.host, stack, all[0], 9) == BF_OK)
            #expect(unsafe host.views.arrange(host.host, stack, all[1], 0) == BF_OK)
            #expect(host.setFrame(all[0], [5, 5, 5, 5]) == BF_OK)
            #expect(host.patches().contains(.children(2, [5, 4])))
            #expect(host.frame(all[0]) == [0, 0, 0, 0])
            #expect(unsafe host.views.disarrange(host.host, stack, all[0]) == BF_OK)
            #expect(unsafe host.views.disarrange(host.host, stack, all[0]) == BF_ERROR_NOT_FOUND)
            #expect(
                unsafe host.views.disarrange(host.host, plain, all[0]) == BF_ERROR_ARGUMENT
            )
            #expect(host.setFrame(all[0], [5, 5, 5, 5]) == BF_OK)
            #expect(host.frame(all[0]) == [5, 5, 5, 5])
        }

        @Test func `a process has so many views and no more`() throws {
            let host = try ContentHost()
            for _ in 1..<ViewLimit.viewCount { #expect(host.make().id != 0) }
            var view = bf_view()
            #expect(unsafe host.views.create(host.host, 0, &view) == BF_ERROR_LIMIT)
            #expect(unsafe host.views.create(host.host, 12, &view) == BF_ERROR_UNSUPPORTED)
            #expect(unsafe host.views.create(host.host, 0, nil) == BF_ERROR_ARGUMENT)
        }

        @Test func `views are so deep and no deeper`() throws {
            let host = try ContentHost()
            var parent = host.root
            for _ in 1..<ViewLimit.depth {
                let view = host.make()
                #expect(host.insert(view, into: parent) == BF_OK)
                parent = view
            }
            #expect(host.insert(host.make(), into: parent) == BF_ERROR_LIMIT)
        }

        @Test func `a view that is none is an error and a strike`() throws {
            let host = try ContentHost()
            let gone = host.make()
            #expect(unsafe host.views.release(host.host, gone) == BF_OK)
            let all = [gone, bf_view(id: 0), bf_view(id: 0x0100_0001_0000_0000)]
            for view in all {
                #expect(host.set(view, .text, "a") == BF_ERROR_HANDLE)
                #expect(host.insert(view, into: host.root) == BF_ERROR_HANDLE)
                #expect(host.insert(host.root, into: view) == BF_ERROR_HANDLE)
                #expect(unsafe host.views.release(host.host, view) == BF_ERROR_HANDLE)
                #expect(unsafe host.views.remove(host.host, view) == BF_ERROR_HANDLE)
                #expect(host.frame(view) == nil)
                #expect(host.constrain(view, BF_ATTRIBUTE_WIDTH).status == BF_ERROR_HANDLE)
                #expect(host.on(view, .tap, "", nil) == BF_ERROR_HANDLE)
            }
            #expect(host.strikes == 8 * all.count)
        }
    }
}
