// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

/// Frames of every kind, with something in each of their members.
enum FrameSeeds {
    private static var content: ContentRecord {
        var record = ContentRecord()
        for key in ContentKey.texts { record.texts[key] = Array("text \(key)".utf8) }
        record.texts[ContentKey.userInfo] = Array(#"{"a":[1,true,null,"é"]}"#.utf8)
        for key in ContentKey.integers { record.integers[key] = 1 }
        for key in ContentKey.reals { record.reals[key] = 0.5 }
        return record
    }

    private static var changes: ContentRecord {
        var record = ContentRecord()
        record.texts = [ContentKey.title: Array("title".utf8)]
        record.cleared = [ContentKey.body, ContentKey.sound, ContentKey.badge]
        record.attachments = [
            AttachmentRecord(identifier: "photo", path: "tmp/photo.png", type: "public.png")
        ]
        return record
    }

    private static let request = """
        {"identifier":"a","content":{"title":"t","badge":1,"sound":{"kind":"named","name":"a.wav"},
        "userInfo":{"k":[1]},"attachments":[{"identifier":"i","path":"p","clippingRect":[0,0,1,1]}]},
        "trigger":{"kind":"calendar","components":{"hour":9,"timeZone":"Europe/Berlin"},"repeats":true}}
        """

    private static let categories = """
        [{"identifier":"c","options":["allowInCarPlay"],"actions":[{"identifier":"x","title":"X",
        "options":["foreground"],"icon":{"kind":"system","name":"star"},"textInput":{"placeholder":"p"}}]}]
        """

    /// What workers say.
    static var workerEvents: [WorkerEvent] {
        [
            .loaded(LoadReport(version: 1 << 16, sealing: 2, loading: 3, starting: 4)),
            .loadFailed(LoadFailure(stage: .link, message: "no such symbol")),
            .completed(run: 9, changes: content),
            .completed(run: 9, changes: changes),
            .completed(run: 10, changes: nil),
            .strike(run: 1, kind: .secondCompletion),
            .log(level: 3, text: "a line with ☃"),
            .checkpoint(run: 9, changes: changes),
            .abused(run: 9),
            .called(HostCall(function: "set_text", arguments: "1, a title")),
            .clock(index: 3, time: 1_795_331_436_000_000_000),
            .question(CenterQuestion(run: 9, number: 1, kind: .add(Array(request.utf8)))),
            .question(
                CenterQuestion(run: 9, number: 2, kind: .setCategories(Array(categories.utf8)))
            ),
            .question(
                CenterQuestion(run: 9, number: 3, kind: .removePending(Array(#"["a"]"#.utf8)))
            ),
            .question(CenterQuestion(run: 9, number: 4, kind: .setBadge(3))),
            .question(CenterQuestion(run: 9, number: 5, kind: .pending)),
        ] + (DropReason("muted").map { [.dropped(run: 9, reason: $0)] } ?? [])
    }

    /// What the host says to workers.
    static var workerCommands: [WorkerCommand] {
        [
            .run(RunCommand(run: 1, deadline: .max, identifier: "request", content: content)),
            .willExpire(run: 7, grace: 1_000_000_000),
            .pressure(used: 20 << 20, limit: 24 << 20),
            .cpuPressure(used: 2_000_000_000, limit: 2_500_000_000),
            .stop,
            .answer(
                CenterAnswer(number: 7, status: .failed, document: Array(#"{"code":1401}"#.utf8))
            ),
        ]
    }

    /// What the host says to zygotes.
    static var zygoteCommands: [ZygoteCommand] {
        [
            .configure(
                ZygoteConfiguration(
                    namespaces: 0x7c02_0000,
                    identity: 65534,
                    stagingPath: "/run/root",
                    readablePaths: ["/usr/lib", "/lib"],
                    containersPath: "/run/containers",
                    preloadedLibraries: ["/lib/libA.so"]
                )
            ),
            .spawn(
                WorkerSpecification(
                    worker: 12,
                    libraryPath: "/b/A.appex/libA.so",
                    bundlePath: "/b/A.appex",
                    containerPath: "/c/12",
                    identifier: "com.example.a",
                    version: "1.2",
                    principalClass: "A.Service",
                    hasNetwork: true,
                    dataByteCount: 56 << 20,
                    cpuSeconds: 2560,
                    fileByteCount: 64 << 20,
                    completionCount: 256
                )
            ),
        ]
    }

    /// What the host asks mounters for, and what they answer.
    static var mountRequest: MountRequest {
        MountRequest(
            worker: 12,
            folders: [.init(path: "/b/A.appex", device: 0x801, inode: 12, isWritable: false)]
        )
    }

    static var mountAnswer: MountAnswer { MountAnswer(worker: 12, failure: "open /b: stale") }

    /// What zygotes say.
    static var zygoteEvents: [ZygoteEvent] {
        [
            .ready([LayerRecord(name: "landlock", isEnforced: true, detail: "ABI 7")]),
            .failed("mount /: not permitted", isShortage: false),
            .spawned(worker: 3, isOnDisk: false, hasListener: true),
            .spawnFailed(worker: 4, message: "fork: no memory", isShortage: true),
            .exited(worker: 5, ProcessEnd(cause: .signalled(11), userTime: 1, systemTime: 2)),
        ]
    }

    /// What the host says to the symboliser of a crash.
    static var symboliserCommands: [SymboliserCommand] {
        [
            .seal(identity: 65534),
            .module(begin: 0x40_0000, name: "A"),
            .crash(registers: [1, 2], stackAddress: 0x7fff_0000, stack: [3, 4]),
        ]
    }

    /// What that one answers.
    static let symbolicFrames = SymbolicFrames([
        .init(address: 0x40_0100, function: "main", file: "main.c", line: 3)
    ])

    /// What a worker without an extension tells of the sandbox.
    static let probeReport = ProbeReport(trials: [
        LayerTrial(layer: "landlock", attempt: "list /", answer: "EACCES", isHeld: true)
    ])
}
