// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire

/// Values with something in every member.
enum Sample {
    static let attachment = AttachmentRecord(
        identifier: "photo",
        path: "tmp/photo.png",
        type: "public.png",
        flags: 7,
        clipping: [0.1, 0.2, 0.3, 0.4],
        thumbnailTime: 2.5
    )

    /// A content with every field there is.
    static var content: ContentRecord {
        var record = ContentRecord()
        for key in ContentKey.texts where key != ContentKey.body {
            record.texts[key] = Array("text \(key) é".utf8)
        }
        record.integers = [
            ContentKey.badge: 3, ContentKey.interruptionLevel: 2,
            ContentKey.summaryArgumentCount: 1, ContentKey.sound: 6,
        ]
        record.reals = [ContentKey.relevanceScore: 0.75]
        record.cleared = [ContentKey.body, ContentKey.soundVolume]
        record.attachments = [attachment, AttachmentRecord(identifier: "", path: "a", type: "")]
        return record
    }

    static var closedFolder: StorageFolder {
        var folder = StorageFolder(kind: .keychain, identifier: "keys", path: "/s/k")
        folder.close()
        return folder
    }

    static let workerCommands: [WorkerCommand] =
        [
            .run(
                RunCommand(run: 1, deadline: .max, identifier: "request-1", content: content)
            ),
            .run(RunCommand(run: 2, deadline: 0, identifier: "", content: ContentRecord())),
            .run(
                RunCommand(
                    run: 3,
                    deadline: 0,
                    identifier: "",
                    content: ContentRecord(),
                    mayDrop: true
                )
            ),
            .willExpire(run: 7, grace: 1_000_000_000),
            .pressure(used: 20 << 20, limit: 24 << 20),
            .cpuPressure(used: 8_000_000_000, limit: 10_000_000_000),
            .stop,
            .answer(CenterAnswer(number: 4, status: .ok, document: Array("[]".utf8))),
            .answer(CenterAnswer(number: .max, status: .failed)),
        ] + contentCommands.map { .content($0) }

    static let questions: [CenterQuestion.Kind] = [
        .add(Array(#"{"identifier":"é"}"#.utf8)), .pending, .delivered,
        .removePending(Array(#"["a"]"#.utf8)), .removeDelivered([]), .categories,
        .setCategories(Array("[]".utf8)), .setBadge(-1), .settings,
    ]

    static let workerEvents: [WorkerEvent] =
        [
            .loaded(
                LoadReport(version: 1 << 16, sealing: 2, loading: 3, starting: 4)
            ),
            .loaded(
                LoadReport(
                    version: 1 << 16 | 3,
                    sealing: 2,
                    loading: 3,
                    starting: 4,
                    abilities: [.answersResponses, .playsMedia]
                )
            ),
            .completed(run: 9, changes: content),
            .completed(run: 10, changes: nil),
            .strike(run: 0, kind: .badHandle),
            .strike(run: 1, kind: .secondCompletion),
            .strike(run: 2, kind: .lateCompletion),
            .strike(run: 3, kind: .deniedDrop),
            .strike(run: 4, kind: .badCheckpoint),
            .strike(run: 5, kind: .badOption),
            .log(level: 3, text: "a line with ☃"),
            .checkpoint(run: 11, changes: content),
            .abused(run: 12),
            .called(HostCall(function: "set_text", arguments: "1, é", time: .max)),
            .clock(index: 1023, time: .min),
            .sealed,
        ]
        + questions.map { .question(CenterQuestion(run: 14, number: 15, kind: $0)) }
        + [DropReason("spam.v2_a-B"), DropReason("x")].compactMap(\.self).map {
            .dropped(run: 13, reason: $0)
        }
        + Finding.Kind.allCases.map {
            .finding(Finding(kind: $0, function: "set_text", detail: "a stale handle"))
        }
        + (UInt8(1)...11).compactMap { LoadFailure.Stage(rawValue: $0) }.map {
            .loadFailed(LoadFailure(stage: $0, message: "stage \($0)"))
        }
        + contentEvents.map { .content($0) }

    static let symboliserCommands: [SymboliserCommand] = [
        .seal(identity: nil),
        .seal(identity: 65534),
        .module(begin: 0x7f00_0000_0000, name: "/srv/Name.appex/Name"),
        .crash(registers: [1, .max], stackAddress: 0x7fff_0000, stack: [1, 2, 3]),
    ]

    static let symbolicFrames: [SymbolicFrames] = [
        SymbolicFrames([]),
        SymbolicFrames([
            .init(address: 0x1139, function: "smash(int)", file: "src/smash.cpp", line: 12),
            .init(address: .max),
        ]),
    ]

    static let mountRequests = [
        MountRequest(worker: 0, folders: []),
        MountRequest(
            worker: 7,
            folders: [
                .init(path: "/srv/A.appex", device: 0x801, inode: 12, isWritable: false),
                .init(path: "/state/groups/g", device: .max, inode: .max, isWritable: true),
            ]
        ),
    ]

    static let mountAnswers = [
        MountAnswer(worker: 7), MountAnswer(worker: .max, failure: "open /srv: stale"),
    ]

    static let zygoteCommands: [ZygoteCommand] = [
        .limitData(worker: 7, byteCount: 32 << 20),
        .configure(
            ZygoteConfiguration(
                namespaces: 0x7c02_0000,
                identity: 65534,
                stagingPath: "/run/belfry/root",
                readablePaths: ["/usr/lib", "/lib"],
                containersPath: "/run/belfry/containers",
                preloadedLibraries: ["/lib/libA.so"]
            )
        ),
        .configure(
            ZygoteConfiguration(
                namespaces: 0,
                identity: nil,
                stagingPath: "",
                readablePaths: [],
                containersPath: "",
                preloadedLibraries: []
            )
        ),
        .spawn(
            WorkerSpecification(
                worker: 12,
                libraryPath: "/b/Name.appex/libName.so",
                bundlePath: "/b/Name.appex",
                containerPath: "/c/12",
                storage: [
                    StorageFolder(kind: .data, identifier: "com.example.name", path: "/s/d"),
                    closedFolder,
                    StorageFolder(
                        kind: .group,
                        identifier: "group.a",
                        path: "/s/g",
                        isWritable: false
                    ),
                ],
                identifier: "com.example.name",
                version: "1.2",
                principalClass: "Name.Service",
                hasNetwork: true,
                dataByteCount: 56 << 20,
                cpuSeconds: 2560,
                fileByteCount: 64 << 20,
                threadCount: 512,
                completionCount: 256
            )
        ),
        .spawn(
            WorkerSpecification(
                worker: 13,
                libraryPath: "/b/Name.appex/libName.so",
                bundlePath: "/b/Name.appex",
                containerPath: "/c/12",
                identifier: "com.example.name",
                version: "1.2",
                principalClass: "Name.Service",
                hasNetwork: true,
                dataByteCount: 56 << 20,
                cpuSeconds: 2560,
                fileByteCount: 64 << 20,
                completionCount: 1,
                validation: ValidationPlan(callDelay: 5_000_000, callsBeforeNotice: 3),
                showsPrivateValues: true,
                certificates: "-----BEGIN CERTIFICATE-----\n"
            )
        ),
        .spawn(traced(TracePlan(seed: seed))),
        .spawn(
            traced(
                TracePlan(
                    seed: seed,
                    replay: TracePlan.Replay(
                        wallBegan: -1,
                        monotonicBegan: .max,
                        wallClock: [.min, 0, .max],
                        hostClock: [.max]
                    )
                )
            )
        ),
    ]

    private static let seed = (0..<32).map { UInt8($0) }

    private static func traced(_ plan: TracePlan) -> WorkerSpecification {
        var specification = WorkerSpecification.probe(worker: 14, containerPath: "/c/14")
        specification.trace = plan
        return specification
    }

    static let zygoteEvents: [ZygoteEvent] = [
        .ready([
            LayerRecord(name: "landlock", isEnforced: true, detail: "ABI 7"),
            LayerRecord(name: "namespaces", isEnforced: false, detail: ""),
        ]),
        .ready([]),
        .failed("mount /: not permitted", isShortage: false),
        .failed("clone: try again", isShortage: true),
        .spawned(worker: 3, isOnDisk: false, hasListener: true),
        .spawned(worker: 4, isOnDisk: true, hasListener: false),
        .spawnFailed(worker: 4, message: "fork: no memory", isShortage: true),
        .spawnFailed(worker: 5, message: "mkdir: not permitted", isShortage: false),
        .exited(worker: 5, end(.exited(70))),
        .exited(worker: 6, end(.signalled(11))),
    ]

    private static func end(_ cause: ProcessEnd.Cause) -> ProcessEnd {
        ProcessEnd(
            cause: cause,
            userTime: 1,
            systemTime: 2,
            peakResidentByteCount: 3,
            faultCount: 4
        )
    }
}
