// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A constant and multiples of symbols.
struct LinearExpression {
    /// A multiple of a symbol.
    struct Cell {
        var symbol: Int32
        var coefficient: Double
    }

    /// What is nearer to 0 than this is what sums of rounded numbers leave of it.
    static let epsilon = 1e-9

    var constant: Double
    /// In the order of their symbols, one for each.
    private(set) var cells: [Cell] = []

    init(constant: Double = 0) {
        self.constant = constant
    }

    /// The coefficient of a symbol; 0 for one that is not in it.
    func coefficient(of symbol: Int32) -> Double {
        let index = index(of: symbol)
        guard index < cells.count, cells[index].symbol == symbol else { return 0 }
        return cells[index].coefficient
    }

    /// Adds a multiple of a symbol.
    mutating func add(_ symbol: Int32, times coefficient: Double) {
        let index = index(of: symbol)
        guard index < cells.count, cells[index].symbol == symbol else {
            return cells.insert(Cell(symbol: symbol, coefficient: coefficient), at: index)
        }
        let sum = cells[index].coefficient + coefficient
        if abs(sum) < Self.epsilon {
            cells.remove(at: index)
        } else {
            cells[index].coefficient = sum
        }
    }

    /// Adds a multiple of another expression, but for one symbol of this, which is left out.
    ///
    /// - Parameters:
    ///   - other: The other expression.
    ///   - factor: By what it is multiplied.
    ///   - symbol: The symbol left out, which is not in the other; -1 for none.
    ///   - scratch: Memory for the result, whose own becomes the scratch of the next time.
    mutating func add(
        _ other: borrowing LinearExpression,
        times factor: Double,
        replacing symbol: Int32 = -1,
        scratch: inout [Cell]
    ) {
        constant += factor * other.constant
        scratch.removeAll(keepingCapacity: true)
        var left = 0
        var right = 0
        let leftCount = cells.count
        let rightCount = other.cells.count
        while left < leftCount, right < rightCount {
            let mine = cells[left]
            let its = other.cells[right]
            if mine.symbol < its.symbol {
                if mine.symbol != symbol { scratch.append(mine) }
                left += 1
            } else if mine.symbol > its.symbol {
                let product = factor * its.coefficient
                if abs(product) > Self.epsilon {
                    scratch.append(Cell(symbol: its.symbol, coefficient: product))
                }
                right += 1
            } else {
                let sum = mine.coefficient + factor * its.coefficient
                if abs(sum) > Self.epsilon {
                    scratch.append(Cell(symbol: mine.symbol, coefficient: sum))
                }
                left += 1
                right += 1
            }
        }
        while left < leftCount {
            if cells[left].symbol != symbol { scratch.append(cells[left]) }
            left += 1
        }
        while right < rightCount {
            let its = other.cells[right]
            let product = factor * its.coefficient
            if abs(product) > Self.epsilon {
                scratch.append(Cell(symbol: its.symbol, coefficient: product))
            }
            right += 1
        }
        swap(&cells, &scratch)
    }

    /// Solves `self = 0` for one of its symbols: what is left is what that symbol equals.
    mutating func solve(for symbol: Int32) {
        let factor = -1 / coefficient(of: symbol)
        cells.remove(at: index(of: symbol))
        multiply(by: factor)
    }

    /// Solves `other = self` for a symbol of this one: what is left is what that symbol equals.
    mutating func solve(for symbol: Int32, being other: Int32) {
        cells.insert(Cell(symbol: other, coefficient: -1), at: index(of: other))
        solve(for: symbol)
    }

    mutating func multiply(by factor: Double) {
        constant *= factor
        for index in cells.indices { cells[index].coefficient *= factor }
    }

    /// Bits of which each symbol has one: a symbol whose bit is missing is not in this.
    var mask: UInt64 {
        cells.reduce(0) { $0 | Self.bit(of: $1.symbol) }
    }

    static func bit(of symbol: Int32) -> UInt64 { 1 << UInt64(symbol & 63) }

    /// The place of a symbol, or where it would be.
    private func index(of symbol: Int32) -> Int {
        var low = 0
        var high = cells.count
        while low < high {
            let middle = (low + high) / 2
            if cells[middle].symbol < symbol { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
