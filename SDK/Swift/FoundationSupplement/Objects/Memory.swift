// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Runs a body; objects go away by counting alone here, so that there is no pool to empty.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}
