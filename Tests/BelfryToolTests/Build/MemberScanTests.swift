// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// What a source's classes have that is found by name.
@Suite struct MemberScanTests {
    private func members(_ body: String, header: String = "class C: UIViewController") -> [String] {
        MemberScan(SwiftText("\(header) {\n\(body)\n}")).blocks.flatMap(\.members).map(\.code)
    }

    @Test(arguments: [
        "@IBOutlet weak var a: UILabel!", "@IBOutlet private(set) var a: [UIView]!",
        "@IBOutlet var a: UIView? {\n    didSet { x() }\n}", "@IBInspectable var a: CGFloat = 3",
        "@objc dynamic lazy var a = { 1 }()", "@objc let a: Int",
        "@IBOutlet\n    // the label\n    fileprivate weak var a: UILabel!",
    ])
    func `a property is given by where it is, whatever its type`(source: String) {
        #expect(members(source) == [#".property("a") { \C.a }"#])
    }

    @Test func `one declaration may have several properties`() {
        let found = members("@IBOutlet weak var a: UIView!, b: [String: Int]?\nvar c: Int")
        #expect(found == [#".property("a") { \C.a }"#, #".property("b") { \C.b }"#])
    }

    @Test(arguments: [
        ("@IBAction func go() {}", #"("go") { (o: C) in o.go() }"#),
        (
            "@IBAction private func tapped(_ sender: UIButton!) {}",
            #"("tapped:", "tapped") { (o: C, a0: UIButton?) in o.tapped(a0) }"#
        ),
        (
            "@objc func slide(_ s: UISlider, forEvent e: UIEvent) -> Int { 1 }",
            #"("slide:forEvent:", "slide") { (o: C, a0: UISlider, a1: UIEvent) in "#
                + "o.slide(a0, forEvent: a1) }"
        ),
        (
            "@objc func open(url: URL = u(1, 2)) {}",
            #"("openWithUrl:", "open") { (o: C, a0: URL) in o.open(url: a0) }"#
        ),
        (
            "@objc(a:b:) func x(_ y: [Int: (A, B)], z: Any?) {}",
            #"("a:b:", "x:z:", "x") { (o: C, a0: [Int: (A, B)], a1: Any?) in o.x(a0, z: a1) }"#
        ),
        ("@objc func `in`() {}", #"("in") { (o: C) in o.`in`() }"#),
    ])
    func `a method is given by the name that Objective-C has for it`(source: String, code: String) {
        #expect(members(source) == [".method" + code])
    }

    @Test(arguments: [
        "@objc static func a() {}", "@objc class func a() {}", "@nonobjc func a() {}",
        "@objc func a() throws {}", "@objc func a() async {}", "@objc func a(_ b: inout Int) {}",
        "@objc func a(_ b: @escaping () -> Void) {}", "func a() { @objc class B {} }",
        "@available(*, unavailable) @objc func a() {}", "var a: UILabel!",
        "func tapped(_ s: Any) {}",
        "let a = \"@IBOutlet var b: C\" // @objc var c = 1",
    ])
    func `what cannot be called by name, or is not marked, is left out`(source: String) {
        #expect(members(source).isEmpty)
    }

    @Test func `a content extension's optional methods need no mark`() {
        let found = members(
            """
            func didReceive(_ notification: UNNotification) {}
            func didReceive(_ r: UNNotificationResponse, completionHandler c: @escaping (X) -> Void) {}
            func mediaPlay() {}
            var mediaPlayPauseButtonFrame: CGRect { .zero }
            """
        )
        #expect(found.count == 3)
        #expect(
            found[0].hasPrefix(#".method("didReceiveNotificationResponse:completionHandler:")"#)
        )
        #expect(found[1] == #".method("mediaPlay") { (o: C) in o.mediaPlay() }"#)
        let awaited = members(
            "func didReceive(_ r: UNNotificationResponse) async -> O { .dismiss }"
        )
        #expect(awaited.first?.contains("awaiting: ") == true)
    }

    @Test func `conditions stand around what they hold for`() {
        let scan = MemberScan(
            SwiftText(
                """
                #if os(Linux) // here
                class C {
                    #if DEBUG
                    @objc func a() {}
                    #elseif X && !Y
                    @objc func b() {}
                    #else
                    @objc func c() {}
                    #endif
                }
                #endif
                """
            )
        )
        #expect(scan.blocks.map(\.conditions) == [["(os(Linux))"]])
        let conditions = scan.blocks.flatMap(\.members).flatMap(\.conditions)
        #expect(conditions == ["(DEBUG)", "!(DEBUG) && (X && !Y)", "!(DEBUG) && !(X && !Y)"])
    }

    @Test func `types in types have their names, and what cannot be named is told`() {
        let scan = MemberScan(
            SwiftText(
                """
                enum Space { final class Inner { @objc func a() {} } }
                extension Space.Inner { @objc func b() {} }
                @objcMembers class All { var c = 1; private var d = 2 }
                class Generic<T> { @objc func e() {} }
                class Outer {
                    private class Hidden { @objc func f() {} }
                }
                @DataActor class Acting { @objc func g() {} }
                """
            )
        )
        #expect(scan.blocks.map(\.path) == ["Space.Inner", "Space.Inner", "All"])
        #expect(scan.blocks.last?.members.count == 1)
        #expect(scan.oddities.map(\.line) == [4, 6, 8])
        #expect(
            scan.oddities.map(\.message).map { $0.prefix { $0 != "," } } == [
                "Generic is generic", "Outer.Hidden is private to Outer",
                "Acting belongs to @DataActor",
            ]
        )
    }

    @Test func `a protocol's extension implies no members of a class`() {
        let scan = MemberScan(SwiftText("extension Playing { func mediaPlay() {} }"))
        #expect(MemberTables([("A.swift", scan)]).collection == nil)
        let known = MemberScan(SwiftText("class Playing: UIViewController {}"))
        let tables = MemberTables([("A.swift", scan), ("B.swift", known)])
        #expect(tables.parts.map { $0 != nil } == [true, true])
    }

    @Test(
        arguments: [
            ("", "C(nibName: nil, bundle: nil)"),
            ("required init?(coder: NSCoder) { fatalError() }", nil),
            ("init() { super.init(nibName: nil, bundle: nil) }", "C()"),
            ("private init() {}", nil),
            ("convenience init(x: Int) {}", "C(nibName: nil, bundle: nil)"),
            (
                "override init(nibName n: String?, bundle b: Bundle?) {}\nrequired init?(coder: NSCoder) {}",
                "C(nibName: nil, bundle: nil)"
            ),
        ] as [(String, String?)]
    )
    func `a controller is made as iOS makes it, where it can be`(body: String, maker: String?) {
        let scan = MemberScan(SwiftText("class C: UIViewController { @objc func x() {}\n\(body) }"))
        #expect(scan.blocks.first?.maker == maker)
    }

    @Test(
        arguments: [
            ("UITableViewCell", "", "C(style: .default, reuseIdentifier: nil)"),
            ("UICollectionViewCell", "", "C(frame: .zero)"),
            (
                "UICollectionReusableView",
                "override init(frame: CGRect) {}\nrequired init?(coder: NSCoder) { fatalError() }",
                "C(frame: .zero)"
            ),
            ("UICollectionViewCell", "required init?(coder: NSCoder) { fatalError() }", nil),
            ("UIView", "", nil),
        ] as [(String, String, String?)]
    )
    func `a cell is made as iOS makes one that was registered`(
        parent: String,
        body: String,
        maker: String?
    ) {
        let scan = MemberScan(SwiftText("class C: \(parent) { @objc func x() {}\n\(body) }"))
        #expect(scan.blocks.first?.maker == maker)
    }
}
