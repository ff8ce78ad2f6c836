// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Glibc
import Testing

@testable import BelfryWorkerCore

/// The notification centre through the host's table; one process has one table at a time.
extension HostInterfaceTests {
    @Suite struct CenterTests {
        @Test func `every function asks one question of the run there is`() {
            let host = HostTable()
            _ = host.open(run: 8)
            let replies = RecordedReplies()
            #expect(host.centerSize == 80)
            #expect(host.callAll(replies) == Array(repeating: BF_OK, count: 9))
            let document = Array("[]".utf8)
            let kinds: [CenterQuestion.Kind] = [
                .add(document), .pending, .delivered, .removePending(document),
                .removeDelivered(document), .categories, .setCategories(document), .setBadge(7),
                .settings,
            ]
            #expect(host.events.questions.map(\.kind) == kinds)
            #expect(host.events.questions.map(\.number) == Array(1...9))
            #expect(host.events.questions.allSatisfy { $0.run == 8 })
        }

        @Test func `an answer is told on the thread for it, with its status and document`() {
            let host = HostTable()
            _ = host.open()
            let replies = RecordedReplies()
            let statuses: [CenterAnswer.Status] = CenterAnswer.Status.allCases
            for (index, status) in statuses.enumerated() {
                #expect(host.pending(replies) == BF_OK)
                host.answer(UInt64(index + 1), status, "[\(index)]")
            }
            #expect(replies.all.isEmpty)
            for _ in statuses { host.interface.centerClient.reply(on: ThreadSurroundings()) }
            let codes: [bf_status] = [
                BF_OK, BF_ERROR_ARGUMENT, BF_ERROR_STATE, BF_ERROR_LIMIT, BF_ERROR_FAILED,
            ]
            #expect(replies.all.map(\.status) == codes)
            #expect(replies.all.map(\.document) == ["[0]", "[1]", "[2]", "[3]", "[4]"])
        }

        @Test func `outside a request nothing is asked`() {
            let replies = RecordedReplies()
            let states = Array(repeating: BF_ERROR_STATE, count: 9)
            let starting = HostTable(isStarting: true)
            _ = starting.open()
            #expect(starting.callAll(replies) == states)
            let host = HostTable()
            #expect(host.callAll(replies) == states)
            let (request, _, copy) = host.open()
            #expect(host.registry.enter(request.id))
            #expect(host.complete(request, copy) == BF_OK)
            #expect(host.callAll(replies) == states)
            #expect(host.events.questions.isEmpty)
            #expect(starting.events.questions.isEmpty)
        }

        @Test func `a question belongs to the request that came last`() {
            let host = HostTable()
            let first = host.open(run: 1)
            #expect(host.registry.enter(first.request.id))
            #expect(host.complete(first.request, first.copy) == BF_OK)
            _ = host.open(run: 2)
            #expect(host.setBadge(1) == BF_OK)
            #expect(host.events.questions.map(\.run) == [2])
        }

        @Test func `what is no text, too long or told to nobody is refused at once`() {
            let host = HostTable()
            _ = host.open()
            let limit = CenterQuestion.documentLimit
            #expect(host.add([0xff], nil) == BF_ERROR_ARGUMENT)
            #expect(host.setCategories(Array(repeating: 0x20, count: limit + 1)) == BF_ERROR_LIMIT)
            #expect(
                host.statusesOfNullReplies == Array(repeating: BF_ERROR_ARGUMENT, count: 4)
            )
            #expect(host.events.questions.isEmpty)
            #expect(host.setCategories(Array(repeating: 0x20, count: limit)) == BF_OK)
        }

        @Test func `questions are bounded in one request, and begin anew in the next`() {
            let host = HostTable()
            let (request, _, copy) = host.open(run: 1)
            for number in 1...CenterQuestion.countLimit {
                #expect(host.setBadge(0) == BF_OK)
                host.answer(UInt64(number))
            }
            for _ in 0..<3 { #expect(host.setBadge(0) == BF_ERROR_LIMIT) }
            #expect(host.complete(request, copy) == BF_OK)
            _ = host.open(run: 2)
            #expect(host.setBadge(0) == BF_OK)
        }

        @Test func `documents are bounded in one request`() {
            let host = HostTable()
            _ = host.open()
            let document = Array(repeating: UInt8(0x20), count: CenterQuestion.documentLimit)
            let count = CenterQuestion.byteLimit / document.count
            for number in 1...count {
                #expect(host.setCategories(document) == BF_OK)
                host.answer(UInt64(number))
            }
            #expect(host.setCategories([0x20]) == BF_ERROR_LIMIT)
            #expect(host.setBadge(1) == BF_OK)
        }

        @Test func `answers that nobody takes are bounded`() {
            let host = HostTable()
            _ = host.open()
            let replies = RecordedReplies()
            for number in 1...CenterClient.replyLimit {
                #expect(host.pending(replies) == BF_OK)
                host.answer(UInt64(number))
            }
            #expect(host.pending(replies) == BF_ERROR_LIMIT)
            #expect(host.setBadge(1) == BF_OK)
            host.answer(UInt64(CenterClient.replyLimit + 1))
            host.interface.centerClient.reply(on: ThreadSurroundings())
            #expect(host.pending(replies) == BF_OK)
        }

        @Test func `one question is under way at a time, whoever asks`() throws {
            let host = HostTable()
            _ = host.open()
            let (threadCount, each) = (4, 50)
            let (ended, client) = (Semaphore(), host.interface.centerClient)
            for _ in 0..<threadCount {
                try SystemThread.start(named: "asks") {
                    for _ in 0..<each { #expect(client.ask(.setBadge(1), nil) == .ok) }
                    ended.signal()
                }
            }
            for number in 1...UInt64(threadCount * each) {
                while host.events.questions.last?.number != number { sched_yield() }
                #expect(host.events.questions.count == Int(number))
                // One that was not asked changes nothing.
                host.answer(number + 1)
                host.answer(number)
            }
            for _ in 0..<threadCount { ended.wait() }
        }

        @Test func `what waits for its turn when the request is decided is not asked`() throws {
            let host = HostTable()
            let (request, _, copy) = host.open()
            #expect(host.registry.enter(request.id))
            #expect(host.setBadge(1) == BF_OK)
            let (ended, client) = (Semaphore(), host.interface.centerClient)
            try SystemThread.start(named: "asks") {
                #expect(client.ask(.pending, nil) == .state)
                ended.signal()
            }
            #expect(host.complete(request, copy) == BF_OK)
            host.answer(1)
            ended.wait()
            #expect(host.events.questions.count == 1)
        }
    }
}
