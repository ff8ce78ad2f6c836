// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import SDKReference

// sdk-reference GRAPHS ABSENT: writes the list of the SDK's symbols to standard output, from a folder
// that `swift symbolgraph-extract` filled and the list of what is absent. Scripts/pages.sh
// calls it.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("usage: sdk-reference GRAPHS ABSENT")
    exit(64)
}
let absent = try AbsentSymbols(String(contentsOfFile: arguments[2], encoding: .utf8))
let graphs = try SymbolGraph.all(in: URL(fileURLWithPath: arguments[1]))
print(try ReferencePage(graphs: graphs, absent: absent).markdown(), terminator: "")
