// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Calls itself without end, in a way that the compiler does not see through.
func recurse(_ depth: Int) -> Int {
    let text = String(depth)
    return text.isEmpty ? 0 : recurse(depth + text.count) + text.count
}
