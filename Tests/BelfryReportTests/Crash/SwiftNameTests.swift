// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryReport
internal import Testing

@Suite("Names of Swift's functions")
struct SwiftNameTests {
    /// A demangled name of the module T, and what its author would write.
    static let names = [
        (
            "T.Service.word(_: Swift.Int, in: Swift.Array<Swift.String>) -> Swift.String",
            "Service.word(_:in:)"
        ),
        (
            "T.Service.(word in _8F56EE93A9675071AA9EDF0F2AD64563)(_: Swift.Int) -> Swift.String",
            "Service.word(_:)"
        ),
        (
            """
            function signature specialization <Arg[2] = Dead> of T.Service.didReceive(_: \
            UserNotifications.UNNotificationRequest, withContentHandler: \
            (UserNotifications.UNNotificationContent) -> ()) -> ()
            """, "Service.didReceive(_:withContentHandler:)"
        ),
        (
            """
            vtable thunk for U.Base.go(_: @Sendable (U.A) -> ()) -> () dispatching to \
            T.Service.go(_: (U.A) -> ()) -> ()
            """, "Service.go(_:)"
        ),
        (
            """
            merged generic specialization <Swift.String> of Swift.Array.subscript.getter : \
            (Swift.Int) -> A
            """, "Swift.Array.subscript.getter"
        ),
        (
            "closure #1 @Sendable (Swift.Int) -> () in closure #2 () -> () in T.f() -> ()",
            "a closure in f()"
        ),
        ("static T.Point.== infix(T.Point, T.Point) -> Swift.Bool", "Point.=="),
        (
            "(extension in T):Swift.String.shout(times: Swift.Int) -> Swift.String",
            "Swift.String.shout(times:)"
        ),
        ("T.largest<A where A: Swift.Comparable>([A]) throws -> A", "largest(_:)"),
        ("T.Service.title.getter : Swift.String", "Service.title.getter"),
        ("std::vector<int>::at(unsigned long)", "std::vector<int>::at(unsigned long)"),
        ("smash", "smash"),
        ("broken( -> ", "broken( -> "),
        ("closure #1 in  -> ", "closure #1 in  -> "),
    ]

    @Test(arguments: names)
    func `has no modules, types and steps of the compiler`(demangled: String, short: String) {
        #expect(SwiftName.short(demangled, in: "T") == short)
    }
}
