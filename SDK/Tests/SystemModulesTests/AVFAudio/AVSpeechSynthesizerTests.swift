// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import AVFoundation
internal import Foundation
internal import Testing

/// Speech, which nobody hears.
@Suite(.timeLimit(.minutes(1)))
struct AVSpeechSynthesizerTests {
    private final class Listener: NSObject, AVSpeechSynthesizerDelegate {
        let end: AsyncStream<String>.Continuation

        init(_ end: AsyncStream<String>.Continuation) {
            self.end = end
        }

        func speechSynthesizer(
            _ synthesizer: AVSpeechSynthesizer,
            didFinish utterance: AVSpeechUtterance
        ) {
            end.yield(utterance.speechString)
        }
    }

    @Test func `is written to the log, and its end is told`() async {
        let (ends, end) = AsyncStream.makeStream(of: String.self)
        let listener = Listener(end)
        let synthesizer = AVSpeechSynthesizer()
        synthesizer.delegate = listener
        let lines = RecordedLog.lines(marked: "speech: ") {
            synthesizer.speak(AVSpeechUtterance(string: "five received"))
        }
        #expect(lines.map(\.text) == ["five received"])
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == "five received")
        withExtendedLifetime((synthesizer, listener)) {}
    }

    @Test func `a shape is fitted into a rectangle`() {
        let rectangle = AVMakeRect(
            aspectRatio: CGSize(width: 2, height: 1),
            insideRect: CGRect(x: 0, y: 0, width: 10, height: 10)
        )
        #expect(rectangle == CGRect(x: 0, y: 2.5, width: 10, height: 5))
    }
}
