// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryModel

/// `belfry location`: where the virtual device is, or where it moves to.
struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Shows where the virtual device is, or moves it to a place.",
        usage: """
            belfry location
            belfry location <latitude>,<longitude>
            """,
        discussion: """
            Requests for a region that it enters or leaves are delivered.
            """
    )

    // A latitude in the south begins with a dash, as options do.
    @Argument(
        parsing: .allUnrecognized,
        help: "Degrees north and east, such as 48.2082,16.3738."
    )
    var place: [String] = []

    @OptionGroup var center: CenterOptions
    @OptionGroup var output: CenterOutput

    func validate() throws {
        if !place.isEmpty { _ = try degrees() }
    }

    func run() throws {
        let answer = try center.send(try request)
        try output.write(answer) { CenterScreen(terminal: $0).device(answer) }
    }

    private var request: CenterRequest {
        get throws {
            guard !place.isEmpty else { return CenterRequest("GET", ["device"]) }
            let (latitude, longitude) = try degrees()
            return CenterRequest(
                "PUT",
                ["device", "position"],
                ["latitude": .number(latitude), "longitude": .number(longitude)]
            )
        }
    }

    private func degrees() throws -> (JSONNumber, JSONNumber) {
        let parts = place.joined(separator: ",").split(separator: ",").compactMap { Double($0) }
        guard parts.count == 2, (-90...90).contains(parts[0]), (-180...180).contains(parts[1]),
            let latitude = JSONNumber(parts[0]), let longitude = JSONNumber(parts[1])
        else {
            throw ValidationError(
                "Give degrees north, -90 to 90, and east, -180 to 180, such as 48.2082,16.3738."
            )
        }
        return (latitude, longitude)
    }
}
