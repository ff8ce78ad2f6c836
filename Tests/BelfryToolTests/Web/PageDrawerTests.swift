// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Testing

/// Pages that others wrote, drawn by a browser that is sealed off.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PageDrawerTests {
    /// Pages get a hundred points each way.
    private static let side = 100

    private func drawer(
        _ origins: [String] = [],
        isLearning: Bool = false,
        isDark: Bool = false,
        launcher: String? = nil,
        timeLimit: Duration = PageDrawer.usualTimeLimit
    ) throws -> PageDrawer {
        let network = PageDrawer.Network(
            ofBundleAt: "/nowhere/Page.appex",
            try NetworkPolicy(origins, isLearning: isLearning),
            NetworkBudget()
        )
        let worker = Repository.products.appendingPathComponent("belfry-worker").path
        return try PageDrawer(
            network,
            launcher: launcher ?? worker,
            isDark: isDark,
            timeLimit: timeLimit
        )
    }

    private func page(_ html: String, at address: String? = nil) throws -> WebPageFile {
        let location = address.map { "Content-Location: \($0)\n" } ?? ""
        let head = "Content-Type: text/html; charset=utf-8\n\(location)\n"
        let viewport = #"<meta name="viewport" content="width=device-width, initial-scale=1">"#
        return try WebPageFile(Array((head + viewport + html).utf8))
    }

    private func draw(
        _ html: String,
        at address: String? = nil,
        by drawer: PageDrawer
    ) async throws -> PageDrawer.Drawing {
        let page = try page(html, at: address)
        return await drawer.draw(page, width: Self.side, height: Self.side)
    }

    /// The colours of a picture at places, in points, such as 0xFF3B30.
    private func colors(
        of drawing: PageDrawer.Drawing,
        at places: [(x: Int, y: Int)],
        _ name: String
    ) async throws -> [Int] {
        let file = try drawing.picture.get()
        try Artefact.keep(file.bytes, as: "page-\(name).png")
        let picture = try await DecodedPicture(file.bytes)
        #expect(picture.width == 2 * Self.side && picture.height == 2 * Self.side)
        return places.map { picture.color(column: 2 * $0.x, row: 2 * $0.y) }
    }

    @Test func `draws styles, and runs no script, in frames neither`() async throws {
        let red =
            "document.documentElement.style.background = document.body.style.background = 'red'"
        let html = """
            <body style="margin: 0; background: #123456" onload="\(red)"><script>\(red)</script>
            <img src="nowhere" onerror="\(red)" style="display: none">
            <noscript><div style="height: 20px; background: #00ff00"></div></noscript>
            <iframe style="border: 0; position: absolute; top: 50px; width: 100px; height: 50px"
              srcdoc="<body style='background: #0000ff'><script>\(red)</script>"></iframe>
            """
        let drawing = try await draw(html, by: try drawer())
        let found = try await colors(of: drawing, at: [(50, 10), (50, 30), (50, 75)], "styles")
        #expect(found == [0x00ff00, 0x123456, 0x0000ff])
        #expect(drawing.decisions.isEmpty)
    }

    @Test func `loads from the origins that are allowed and from no others`() async throws {
        let (listed, unlisted) = (try WebServer(), try WebServer())
        defer { for server in [listed, unlisted] { server.stop() } }
        let image = { (origin: String) in
            #"<img src="\#(origin)/picture" style="display: block; width: 100px; height: 30px">"#
        }
        let html =
            #"<body style="margin: 0; background: #ffffff">"# + image(listed.origin)
            + image(unlisted.origin) + #"<iframe src="file:///etc/passwd"></iframe>"#
        let places = [(50, 15), (50, 45)]
        let drawing = try await draw(html, by: try drawer([listed.origin]))
        let found = try await colors(of: drawing, at: places, "origins")
        #expect(found[0] != 0xffffff && found[1] == 0xffffff, "\(found)")
        let refused = drawing.decisions.filter { $0.reason == .notListed }.compactMap(\.origin)
        #expect(Set(refused) == [unlisted.origin])
        let reached = drawing.decisions.filter(\.isAllowed).compactMap(\.origin)
        #expect(Set(reached) == [listed.origin])
    }

    @Test func `takes a page's addresses from where it is, and asks no server for the page`()
        async throws
    {
        let server = try WebServer()
        defer { server.stop() }
        let html = """
            <body style="margin: 0"><img src="../picture" style="width: 100px; height: 100px">
            """
        let address = "\(server.origin)/hang_up/page.html"
        let drawing = try await draw(html, at: address, by: try drawer([server.origin]))
        #expect(try await colors(of: drawing, at: [(50, 50)], "address") != [0xffffff])
        #expect(Set(drawing.decisions.map(\.isAllowed)) == [true])

        let elsewhere = try await draw("<p>Words", at: address, by: try drawer())
        #expect(elsewhere.decisions.isEmpty)
    }

    /// A frame of another site is in a process of its own, whose requests the page's session does not
    /// see.
    @Test func `tells of what a frame of another site asks for`() async throws {
        let (frames, unlisted) = (try WebServer(), try WebServer())
        defer { for server in [frames, unlisted] { server.stop() } }
        let site = frames.origin.replacing("127.0.0.1", with: "localhost")
        let image = "%3Cimg%20src=\(unlisted.origin)/picture%3E"
        let html = #"<iframe src="\#(site)/page?html=\#(image)"></iframe>"#
        let drawing = try await draw(html, by: try drawer([site]))
        _ = try drawing.picture.get()
        let refused = drawing.decisions.filter { $0.reason == .notListed }.compactMap(\.origin)
        #expect(Set(refused) == [unlisted.origin])
        let reached = drawing.decisions.filter(\.isAllowed).compactMap(\.origin)
        #expect(Set(reached) == [site])
    }

    /// A picture of 2000 by 200 pixels, of colours without any order: a BMP's headers and its bytes.
    private static var noise: String {
        var bytes = Array("BM".utf8)
        let side = (width: 2000, height: 200)
        for field in [0, 0, 54, 40, side.width, side.height, 24 << 16 | 1, 0, 0, 0, 0, 0, 0] {
            unsafe withUnsafeBytes(of: UInt32(field).littleEndian) {
                unsafe bytes.append(contentsOf: $0)
            }
        }
        for _ in 0..<side.width * side.height * 3 { bytes.append(.random(in: 0...255)) }
        return "data:image/bmp;base64," + Data(bytes).base64EncodedString()
    }

    @Test func `takes no picture that is too large, and tells what it was loaded from`()
        async throws
    {
        let server = try WebServer()
        defer { server.stop() }
        // What repeats is further away than a PNG's compression looks back.
        let html = """
            <body style="margin: 0"><img src="\(server.origin)/picture" width="10">
            <div style="position: absolute; top: 0; left: 0; width: 1000px; height: 1000px;
              image-rendering: pixelated; background: url(\(Self.noise)) 0 0 / 1000px 100px"></div>
            """
        let page = try page(html)
        // A debug build on a busy machine reads so large an answer for longer than usual pages take.
        let drawer = try drawer([server.origin], timeLimit: .seconds(90))
        let drawing = await drawer.draw(page, width: 1000, height: 1000)
        #expect {
            _ = try drawing.picture.get()
        } throws: {
            ($0 as? PictureFault)?.description == "has more than 10 MB"
        }
        let reached = drawing.decisions.filter(\.isAllowed).compactMap(\.origin)
        #expect(Set(reached) == [server.origin])
    }

    @Test func `tells of no refusal that the browser asks for by itself`() async throws {
        let server = try WebServer()
        defer { server.stop() }
        // It takes a while, in which a browser would connect to what it may need soon.
        let html = """
            <link rel="preconnect" href="https://hinted.example"><p>Words
            <img src="\(server.origin)/slow?ms=1000">
            """
        let drawer = try drawer([server.origin])
        let drawing = try await draw(html, at: "https://site.example/page.html", by: drawer)
        _ = try drawing.picture.get()
        #expect(Set(drawing.decisions.compactMap(\.origin)) == [server.origin])
    }

    @Test func `draws what has come when something does not come`() async throws {
        let server = try WebServer()
        defer { server.stop() }
        let html = """
            <body style="margin: 0; background: #0000ff"><img src="\(server.origin)/drip?ms=60000">
            """
        let drawing = try await draw(html, by: try drawer([server.origin]))
        #expect(try await colors(of: drawing, at: [(50, 75)], "slow") == [0x0000ff])
    }

    @Test(arguments: [(false, 0xffffff), (true, 0x000000)])
    func `has the page see the appearance`(isDark: Bool, color: Int) async throws {
        let html = """
            <style>body { background: #fff }
            @media (prefers-color-scheme: dark) { body { background: #000 } }</style>
            """
        let drawing = try await draw(html, by: try drawer(isDark: isDark))
        #expect(try await colors(of: drawing, at: [(50, 50)], "dark-\(isDark)") == [color])
    }

    @Test func `has a browser that is nobody, alone in its network, and sealed by itself too`()
        async throws
    {
        let server = try WebServer()
        defer { server.stop() }
        let html = #"<p>Words<img src="\#(server.origin)/slow?ms=60000">"#
        let drawer = try drawer([server.origin])
        let page = try page(html)
        let drawing = Task { await drawer.draw(page, width: 100, height: 100) }
        var renderer: RunningProcess?
        while renderer == nil {
            // Those of our own pages run scripts, and have no sandbox for root.
            renderer = RunningProcess.all.first {
                $0.commandLine.contains("--type=renderer")
                    && $0.commandLine.contains("scriptEnabled=false")
                    && $0.status("Seccomp") == "2"
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        let found = try #require(renderer)
        #expect(!found.commandLine.contains("--no-sandbox"))
        let own = RunningProcess(number: getpid())
        #expect(found.status("NoNewPrivs") == "1")
        for name in ["net", "pid", "mnt", "ipc", "uts"] {
            let namespace = try #require(found.namespace(name))
            #expect(namespace != own.namespace(name), "\(name)")
        }
        if geteuid() == 0 { #expect(found.status("Uid")?.contains("0") == false) }
        drawing.cancel()
        _ = await drawing.value
    }

    @Test func `says why there is no sandbox, and draws nothing`() async throws {
        let drawing = try await draw("<p>", by: try drawer(launcher: "/bin/false"))
        #expect {
            _ = try drawing.picture.get()
        } throws: {
            ToolFailure($0).message == "its sandbox was not made"
        }
    }
}

/// A process of the machine's (man 5 proc).
private struct RunningProcess {
    let number: Int32
    let commandLine: String

    init(number: Int32) {
        self.number = number
        let file = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        commandLine = String(decoding: file, as: UTF8.self)
    }

    static var all: [RunningProcess] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
        return (names ?? []).compactMap { Int32($0) }.map(RunningProcess.init)
    }

    /// A field of its status.
    func status(_ field: String) -> String? {
        let file = FileManager.default.contents(atPath: "/proc/\(number)/status") ?? Data()
        return String(decoding: file, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(field + ":") }?.dropFirst(field.count + 1)
            .trimmingCharacters(in: .whitespaces)
    }

    /// What names one of its namespaces.
    func namespace(_ kind: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/ns/\(kind)")
    }
}
