// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What `Scripts/fuzz.sh` runs: the list of targets, their seeds, and libFuzzer on one of them.
///
/// `main` is libFuzzer's. The target is named by an option with two dashes, which libFuzzer leaves
/// alone and hands on to the processes it starts to merge a corpus or to shorten an input.
enum FuzzProgram {
    /// Does what needs no fuzzing, and ends the process; returns when there is something to fuzz.
    static func begin() {
        if CommandLine.arguments.contains("--list") {
            for target in FuzzTarget.all { print(target.name, target.byteLimit) }
            exit(EX_OK)
        }
        guard let target else {
            print("write --list, or --target=NAME with one of the names that --list prints")
            exit(EX_USAGE)
        }
        guard let directory = value(of: "--seeds=") else { return }
        for (index, seed) in target.seeds().enumerated() {
            guard write(seed, to: "\(directory)/seed-\(index)") else {
                print("no seed can be written to \(directory); make it a directory")
                exit(EX_CANTCREAT)
            }
        }
        exit(EX_OK)
    }

    /// Ends the process where a property is broken: that is how libFuzzer takes note of an input.
    static func check(_ bytes: [UInt8]) {
        do {
            try target?.check(bytes)
        } catch {
            fatalError("\(error)")
        }
    }

    /// The target that the command line names.
    private static let target = FuzzTarget.all.first { $0.name == value(of: "--target=") }

    private static func value(of option: String) -> String? {
        CommandLine.arguments.first { $0.hasPrefix(option) }
            .map { String($0.dropFirst(option.count)) }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = unsafe fopen(path, "w") else { return false }
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        return unsafe fclose(file) == 0 && written == bytes.count
    }
}

/// What libFuzzer calls once, before anything else.
@c(LLVMFuzzerInitialize)
public func initializeFuzzer(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    FuzzProgram.begin()
    return 0
}

/// What libFuzzer calls with every input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ byteCount: Int) -> CInt {
    FuzzProgram.check(unsafe Array(UnsafeBufferPointer(start: bytes, count: byteCount)))
    return 0
}
