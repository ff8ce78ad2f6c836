// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: Sample.workerCommands)
    func `a command to a worker arrives as it was sent`(command: WorkerCommand) throws {
        #expect(try WorkerCommand(frame: command.frame) == command)
    }

    @Test(arguments: Sample.workerEvents)
    func `an event of a worker arrives as it was sent`(event: WorkerEvent) throws {
        #expect(try WorkerEvent(frame: event.frame) == event)
    }

    @Test(arguments: Sample.zygoteCommands)
    func `a command to a zygote arrives as it was sent`(command: ZygoteCommand) throws {
        #expect(try ZygoteCommand(frame: command.frame) == command)
    }

    @Test(arguments: Sample.zygoteEvents)
    func `an event of a zygote arrives as it was sent`(event: ZygoteEvent) throws {
        #expect(try ZygoteEvent(frame: event.frame) == event)
    }

    @Test(arguments: Sample.mountRequests)
    func `a request to a mounter arrives as it was sent`(request: MountRequest) throws {
        #expect(try MountRequest(frame: request.frame) == request)
    }

    @Test(arguments: Sample.mountAnswers)
    func `a mounter's answer arrives as it was sent`(answer: MountAnswer) throws {
        #expect(try MountAnswer(frame: answer.frame) == answer)
    }

    @Test(arguments: Sample.symboliserCommands)
    func `a command to a symboliser arrives as it was sent`(command: SymboliserCommand) throws {
        #expect(try SymboliserCommand(frame: command.frame) == command)
    }

    @Test(arguments: Sample.symbolicFrames)
    func `a symboliser's answer arrives as it was sent`(answer: SymbolicFrames) throws {
        #expect(try SymbolicFrames(frame: answer.frame) == answer)
    }

    @Test func `an answer with more frames than are asked for is refused`() {
        let frame = SymbolicFrames.Frame(address: 1)
        let answer = SymbolicFrames(Array(repeating: frame, count: CrashRecord.frameLimit + 1))
        #expect(throws: WireError.self) { try SymbolicFrames(frame: answer.frame) }
    }

    @Test func `no attachments are not the same as unchanged attachments`() throws {
        var none = ContentRecord()
        none.attachments = []
        let unchanged = WorkerEvent.completed(run: 1, changes: ContentRecord())
        let removed = WorkerEvent.completed(run: 1, changes: none)
        #expect(unchanged.frame != removed.frame)
        #expect(try WorkerEvent(frame: removed.frame) == removed)
    }

    @Test func `text of another language than ASCII keeps its bytes`() throws {
        let text = "Ä\u{0}\u{1F514}\u{202E}"
        guard
            case .log(_, let read) = try WorkerEvent(
                frame: WorkerEvent.log(level: 0, text: text).frame
            )
        else { throw WireError("another event") }
        #expect(Array(read.utf8) == Array(text.utf8))
    }

    @Test func `equal records make equal frames whatever the order of their keys`() {
        var first = ContentRecord()
        var second = ContentRecord()
        for key in ContentKey.texts { first.texts[key] = [0x61] }
        for key in ContentKey.texts.reversed() { second.texts[key] = [0x61] }
        let frames = [first, second].map { WorkerEvent.completed(run: 1, changes: $0).frame }
        #expect(frames[0] == frames[1])
    }
}
