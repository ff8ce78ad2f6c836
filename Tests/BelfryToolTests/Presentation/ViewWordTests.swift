// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryDrawing
internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import Foundation
internal import Testing

/// The JSON of views says what `SDK/C/abi/views.def` says that it does.
@Suite struct ViewWordTests {
    @Test(arguments: try ViewDefinition().keys)
    func `a property stands in JSON under its word and nowhere else`(
        _ row: ViewDefinition.Key
    ) throws {
        let key = try #require(ViewKey(rawValue: row.number))
        #expect("\(key)" == row.name)
        #expect("\(key.type)" == row.type)
        #expect(key.isOfLayout == row.word.isEmpty)
        let without = try json { _ in }
        let with = try json { view in
            switch key.type {
            case .text: view.texts[key] = "é"
            case .integer: view.integers[key] = 1
            case .real: view.reals[key] = 0.5
            }
        }
        let members = Set(with.allKeys.compactMap { $0 as? String })
        let changed = members.filter {
            (with[$0] as? NSObject) != (without[$0] as? NSObject)
        }
        #expect(changed == Set(row.word.split(separator: ".").prefix(1).map(String.init)))
        guard !row.word.isEmpty else { return }
        let value = with.value(at: row.word)
        #expect(value != nil && value != without.value(at: row.word))
    }

    @Test func `every property that the wire knows is defined`() throws {
        let numbers = try ViewDefinition().keys.map(\.number)
        #expect(numbers == ViewKey.allCases.map(\.rawValue))
    }

    @Test(arguments: try ViewDefinition().values)
    func `a number that has a word stands in JSON as that word`(
        _ row: ViewDefinition.Value
    ) throws {
        let key = try #require(ViewKey(rawValue: row.key.number))
        let view = try json { $0.integers[key] = row.number }
        #expect(view.value(at: row.key.word) == row.word as NSString)
    }

    @Test(arguments: try ViewDefinition().flags)
    func `a bit that has a word stands in JSON as that word`(_ row: ViewDefinition.Value) throws {
        let key = try #require(ViewKey(rawValue: row.key.number))
        let view = try json { $0.integers[key] = row.number }
        #expect(view.value(at: row.key.word) == [row.word] as NSArray)
    }

    @Test func `a number past the last word is refused on the wire`() throws {
        for (_, rows) in Dictionary(grouping: try ViewDefinition().values, by: \.key.number) {
            let key = try #require(rows.first.flatMap { ViewKey(rawValue: $0.key.number) })
            #expect(key.integerRange?.upperBound == rows.map(\.number).max(), "\(key)")
        }
    }

    /// A scroll view in JSON: what it has of its own is there without any property too.
    private func json(_ change: (inout ViewTree.Node) -> Void) throws -> NSDictionary {
        var tree = SampleTree()
        let number = tree.add(.scroll, (0, 0, 10, 10), change)
        let node = ContentDocument.Node(number, in: tree.tree)
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(node))
        return try #require(object as? NSDictionary)
    }
}

extension NSDictionary {
    /// What is at a path such as `insets.top`.
    fileprivate func value(at path: String) -> NSObject? {
        path.split(separator: ".").reduce(self as NSObject?) { object, member in
            (object as? NSDictionary)?[String(member)] as? NSObject
        }
    }
}
