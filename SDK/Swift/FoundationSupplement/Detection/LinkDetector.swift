// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Finds links in a text.
///
/// It goes through the text once, from one part without spaces to the next. Searches backwards end
/// where the one before began.
struct LinkDetector {
    private let text: DetectorText

    init(_ text: DetectorText) {
        self.text = text
    }

    func links() -> [DetectedResult] {
        var found: [DetectedResult] = []
        var index = 0
        while index < text.units.count {
            guard !endsLink(text[index]) else {
                index += 1
                continue
            }
            var end = index
            while end < text.units.count, !endsLink(text[end]) { end += 1 }
            found += links(in: index..<end)
            index = end
        }
        return found
    }

    /// What no link has in it: spaces, brackets of markup, and signs that are not of ASCII.
    private func endsLink(_ unit: UInt16) -> Bool {
        unit <= 0x20 || unit == 0x7F || unit.isOne(of: "<>\"`") || unit >= 0x80 && !unit.isWord
    }

    /// The links of a part without spaces.
    private func links(in part: Range<Int>) -> [DetectedResult] {
        if let link = schemeLink(in: part) { return [link] }
        let addresses = mailLinks(in: part)
        if !addresses.isEmpty { return addresses }
        return domainLink(in: part).map { [$0] } ?? []
    }

    private func schemeLink(in part: Range<Int>) -> DetectedResult? {
        for colon in part where text[colon] == UInt16(ascii: ":") {
            guard text[colon + 1] == UInt16(ascii: "/"), text[colon + 2] == UInt16(ascii: "/"),
                colon + 3 < part.upperBound, text[colon + 3].isWord || text[colon + 3] == 0x5B
            else { continue }
            var start = colon
            while start > part.lowerBound,
                text[start - 1].isASCIIWord || text[start - 1].isOne(of: "+-.")
            {
                start -= 1
            }
            while start < colon, !text[start].isASCIILetter { start += 1 }
            guard start < colon else { continue }
            return link(start..<part.upperBound, prefix: "")
        }
        return nil
    }

    private func mailLinks(in part: Range<Int>) -> [DetectedResult] {
        var found: [DetectedResult] = []
        var first = part.lowerBound
        for at in part where text[at] == UInt16(ascii: "@") {
            var start = at
            while start > first, text[start - 1].isASCIIWord || text[start - 1].isOne(of: "._%+-") {
                start -= 1
            }
            while start < at, text[start] == UInt16(ascii: ".") { start += 1 }
            first = at + 1
            guard start < at, let end = domain(from: at + 1, in: part) else { continue }
            let scheme = "mailto:"
            let hasScheme =
                start - scheme.utf16.count >= part.lowerBound
                && text.string(start - scheme.utf16.count..<start).lowercased() == scheme
            let address = (hasScheme ? start - scheme.utf16.count : start)..<end
            if let link = link(address, prefix: hasScheme ? "" : scheme) { found.append(link) }
            first = end
        }
        return found
    }

    /// A domain without a scheme, with what follows it.
    private func domainLink(in part: Range<Int>) -> DetectedResult? {
        guard let start = part.first(where: { text[$0].isASCIIWord }),
            let end = domain(from: start, in: part)
        else { return nil }
        if end == part.upperBound || text[end].isOne(of: "/?#:") {
            return link(start..<part.upperBound, prefix: "http://")
        }
        return link(start..<end, prefix: "http://")
    }

    /// Where a domain ends that begins at a place; nil where none begins there.
    private func domain(from start: Int, in part: Range<Int>) -> Int? {
        var end = start
        while end < part.upperBound, text[end].isASCIIWord || text[end].isOne(of: "-.") { end += 1 }
        while end > start, text[end - 1].isOne(of: "-.") { end -= 1 }
        guard end - start <= 253, end == part.upperBound || text[end] != UInt16(ascii: "@") else {
            return nil
        }
        let labels = text.string(start..<end).split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        let areValid = labels.allSatisfy {
            (1...63).contains($0.utf8.count) && $0.first != "-" && $0.last != "-"
        }
        guard areValid, labels.count > 1, let last = labels.last else { return nil }
        return TopLevelDomains.contains(last) ? end : nil
    }

    /// A link without the signs at its end that belong to the sentence.
    private func link(_ part: Range<Int>, prefix: String) -> DetectedResult? {
        let part = part.lowerBound..<sentenceEnd(of: part)
        guard !part.isEmpty, let url = URL(string: prefix + text.string(part)) else { return nil }
        return DetectedResult(.link(url), at: text.range(part))
    }

    private func sentenceEnd(of part: Range<Int>) -> Int {
        let signs: [(Unicode.Scalar, Unicode.Scalar)] = [("(", ")"), ("[", "]"), ("{", "}")]
        let pairs = signs.map { (open: UInt16(ascii: $0), close: UInt16(ascii: $1)) }
        // How many brackets are closed that were not opened, of each kind.
        var surplus = pairs.map { pair in
            part.reduce(0) {
                $0 + (text[$1] == pair.close ? 1 : text[$1] == pair.open ? -1 : 0)
            }
        }
        var end = part.upperBound
        while end > part.lowerBound {
            let last = text[end - 1]
            if let kind = pairs.firstIndex(where: { $0.close == last }) {
                guard surplus[kind] > 0 else { return end }
                surplus[kind] -= 1
            } else if !last.isOne(of: ".,;:!?'*_~|\\([{") {
                return end
            }
            end -= 1
        }
        return end
    }
}

/// The top-level domains that a link without a scheme may have.
enum TopLevelDomains {
    private static let all: Set<String> = {
        let generic = """
            com org net edu gov mil int info biz name pro jobs mobi travel aero coop museum app dev \
            page blog shop store site online tech cloud news live link xyz club team email social media \
            design studio agency world today
            """
        let countries = """
            ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs \
            bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee \
            eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm \
            hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb \
            lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz \
            na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs \
            ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl \
            tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
            """
        return Set((generic + " " + countries).split(separator: " ").map(String.init))
    }()

    /// Whether a label is one of them, in small letters or in capitals: `done.My` is two sentences.
    static func contains(_ label: Substring) -> Bool {
        let small = label.lowercased()
        return all.contains(small) && (small == label || label.uppercased() == label)
    }
}
