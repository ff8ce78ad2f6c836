// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryWorkerCore

@Suite struct HandleTableTests {
    @Test func `a live handle finds its object`() {
        var table = HandleTable<String>(kind: 1)
        let first = table.insert("first")
        let second = table.insert("second")
        #expect(table[first] == "first")
        #expect(table[second] == "second")
        table[first] = "changed"
        #expect(table[first] == "changed")
        #expect(first != 0)
    }

    @Test func `a stale handle finds nothing, even when its slot is used again`() {
        var table = HandleTable<String>(kind: 1)
        let first = table.insert("first")
        #expect(table.remove(first) == "first")
        #expect(table[first] == nil)
        #expect(table.remove(first) == nil)
        let second = table.insert("second")
        #expect(second & 0xffff_ffff == first & 0xffff_ffff)
        #expect(second != first)
        #expect(table[first] == nil)
        table[first] = "ghost"
        #expect(table[second] == "second")
    }

    @Test func `a handle of another kind finds nothing`() {
        var requests = HandleTable<String>(kind: 1)
        var contents = HandleTable<String>(kind: 2)
        let request = requests.insert("request")
        let content = contents.insert("content")
        #expect(requests[content] == nil)
        #expect(contents[request] == nil)
        #expect(contents.remove(request) == nil)
    }

    @Test func `an invented handle finds nothing`() {
        var table = HandleTable<String>(kind: 1)
        let handle = table.insert("object")
        for bit in (0..<64 as Range<UInt64>) { #expect(table[handle ^ 1 << bit] == nil) }
        for invented in [0, 1, .max, handle + 1, handle - 1] as [UInt64] {
            #expect(table[invented] == nil)
        }
    }

    /// The handle that a free slot will give next is not a way into it.
    @Test func `a handle guessed for a free slot puts nothing there`() {
        var table = HandleTable<String>(kind: 1)
        let handle = table.insert("object")
        table.remove(handle)
        table[handle + 1 << 32] = "smuggled"
        #expect(table[handle + 1 << 32] == nil)
        let next = table.insert("next")
        #expect(next == handle + 1 << 32)
        #expect(table[next] == "next")
    }

    @Test func `a slot's last generation is followed by the first, and never by none`() {
        var table = HandleTable<Int>(kind: 1, firstGeneration: 0xff_fffe)
        let handles = (0..<4).map { number in
            let handle = table.insert(number)
            table.remove(handle)
            return handle
        }
        #expect(handles.map { $0 >> 32 & 0xff_ffff } == [0xff_fffe, 0xff_ffff, 1, 2])
        #expect(handles.allSatisfy { $0 >> 56 == 1 })
    }

    @Test func `many objects come and go without mixing`() {
        var table = HandleTable<Int>(kind: 7)
        var live: [(handle: UInt64, value: Int)] = []
        var stale: [UInt64] = []
        for value in 0..<2000 {
            live.append((table.insert(value), value))
            if value % 3 == 0 {
                let removed = live.remove(at: value % live.count)
                #expect(table.remove(removed.handle) == removed.value)
                stale.append(removed.handle)
            }
        }
        #expect(live.allSatisfy { table[$0.handle] == $0.value })
        #expect(stale.allSatisfy { table[$0] == nil })
        #expect(Set(live.map(\.handle)).count == live.count)
    }
}
