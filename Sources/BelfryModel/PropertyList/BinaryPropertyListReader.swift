// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the `bplist00` format: a table of objects that refer to each other by number.
///
/// Depth, the number of values and their text are capped while the references are followed, so that
/// cycles, shared arrays within arrays and a long text in many places end in an error.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]

    private var valueCount = 0

    private var textByteCount = 0

    private var referenceSize = 0

    private var offsets: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the trailer, then the object at the root.
    mutating func root() throws(PropertyListError) -> PropertyList {
        let trailer = bytes.count - 32
        guard trailer >= 8, bytes.starts(with: "bplist0".utf8) else { throw damaged }
        let offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let count = try integer(at: trailer + 8, size: 8)
        let root = try integer(at: trailer + 16, size: 8)
        let table = try integer(at: trailer + 24, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table <= trailer,
            count <= (trailer - table) / offsetSize
        else { throw damaged }
        for index in 0..<count {
            offsets.append(try integer(at: table + index * offsetSize, size: offsetSize))
        }
        return try object(root, depth: 0)
    }

    private var damaged: PropertyListError {
        PropertyListError("is a damaged binary property list", hint: "copy or convert it again")
    }

    private mutating func object(
        _ number: Int,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        valueCount += 1
        guard depth <= PropertyList.maximumDepth, valueCount <= PropertyList.maximumValueCount
        else {
            throw PropertyListError(
                "nests more than \(PropertyList.maximumDepth) levels or holds more than "
                    + "\(PropertyList.maximumValueCount) values",
                hint: "make it simpler"
            )
        }
        guard offsets.indices.contains(number), bytes.indices.contains(offsets[number]) else {
            throw damaged
        }
        let place = offsets[number]
        let marker = bytes[place]
        switch (marker >> 4, marker & 15) {
        case (0x0, 8): return .bool(false)
        case (0x0, 9): return .bool(true)
        case (0x1, let power): return .integer(try wholeNumber(at: place + 1, power: power))
        case (0x2, let power): return .real(try real(at: place + 1, power: power))
        case (0x3, _): return .date
        case (0x4, _): return .data
        case (0x5, _), (0x6, _): return .string(try text(at: place))
        case (0xA, _): return try array(at: place, depth: depth)
        case (0xD, _): return try dictionary(at: place, depth: depth)
        default:
            throw PropertyListError(
                "holds an object of the unknown type 0x\(String(marker, radix: 16))",
                hint: "write it as an XML property list"
            )
        }
    }

    private mutating func array(
        at place: Int,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        let (count, start) = try extent(at: place, elementSize: referenceSize)
        var elements: [PropertyList] = []
        for index in 0..<count {
            elements.append(try object(try reference(start, index), depth: depth + 1))
        }
        return .array(elements)
    }

    private mutating func dictionary(
        at place: Int,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        let (count, start) = try extent(at: place, elementSize: 2 * referenceSize)
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
            guard case .string(let key) = try object(try reference(start, index), depth: depth + 1)
            else { throw damaged }
            let value = try object(try reference(start, count + index), depth: depth + 1)
            guard members.updateValue(value, forKey: key) == nil else {
                throw PropertyListError(
                    "has the key \(key.quoted) twice in one dictionary",
                    hint: "remove one of the two"
                )
            }
        }
        return .dictionary(members)
    }

    private mutating func text(at place: Int) throws(PropertyListError) -> String {
        let isASCII = bytes[place] >> 4 == 5
        let (count, start) = try extent(at: place, elementSize: isASCII ? 1 : 2)
        // A byte that is no ASCII becomes a replacement of three; so may each unit of two.
        textByteCount += 3 * count
        guard textByteCount <= PropertyList.maximumTextByteCount else {
            throw PropertyListError(
                "holds more than \(PropertyList.maximumTextByteCount / 3) characters of text",
                hint: "shorten it"
            )
        }
        if isASCII {
            return String(decoding: bytes[start..<start + count], as: UTF8.self)
        }
        let units = (0..<count).map { index in
            UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Reads how many elements an object has, and checks that they are all there.
    private func extent(
        at place: Int,
        elementSize: Int
    ) throws(PropertyListError) -> (count: Int, start: Int) {
        var count = Int(bytes[place] & 15)
        var start = place + 1
        if count == 15 {
            guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else {
                throw damaged
            }
            let size = 1 << Int(bytes[start] & 15)
            count = try integer(at: start + 1, size: size)
            start += 1 + size
        }
        guard start <= bytes.count, count <= (bytes.count - start) / elementSize else {
            throw damaged
        }
        return (count, start)
    }

    private func reference(_ start: Int, _ index: Int) throws(PropertyListError) -> Int {
        try integer(at: start + index * referenceSize, size: referenceSize)
    }

    /// Reads an integer object; only those of eight bytes have a sign.
    private func wholeNumber(at place: Int, power: UInt8) throws(PropertyListError) -> Int {
        guard power <= 3 else { throw tooLarge }
        let bits = try bits(at: place, size: 1 << Int(power))
        return Int(truncatingIfNeeded: bits)
    }

    private func real(at place: Int, power: UInt8) throws(PropertyListError) -> Double {
        let value: Double
        switch power {
        case 2: value = Double(Float(bitPattern: UInt32(try bits(at: place, size: 4))))
        case 3: value = Double(bitPattern: try bits(at: place, size: 8))
        default: throw damaged
        }
        guard value.isFinite else { throw tooLarge }
        return value
    }

    private var tooLarge: PropertyListError {
        PropertyListError("holds a number beyond 64 bits", hint: "write a smaller one")
    }

    /// Reads an unsigned number that counts or points, so that it fits an `Int`.
    private func integer(at place: Int, size: Int) throws(PropertyListError) -> Int {
        guard let value = Int(exactly: try bits(at: place, size: size)) else { throw damaged }
        return value
    }

    private func bits(at place: Int, size: Int) throws(PropertyListError) -> UInt64 {
        guard place >= 0, place <= bytes.count - size else { throw damaged }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
