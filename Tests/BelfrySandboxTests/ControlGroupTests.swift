// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc
import Testing

@testable import BelfrySandbox

/// Control groups on a tree of ordinary files that looks like a cgroup file system.
@Suite struct ControlGroupTests {
    /// The tree, removed with its owner.
    private struct Tree: ~Copyable {
        let path: String

        init() throws {
            let template = "/tmp/belfry-cgroup-XXXXXX"
            var bytes = Array(template.utf8CString)
            try #require(unsafe mkdtemp(&bytes) != nil)
            path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit {
            remove(path)
        }

        func group(_ name: String, controllers: String, handedDown: String = "") throws -> String {
            let group = path + name
            try checked("mkdir", group) { unsafe mkdir(group, 0o755) }
            try ControlGroup.write(controllers + "\n", to: group + "/cgroup.controllers")
            try ControlGroup.write(handedDown + "\n", to: group + "/cgroup.subtree_control")
            try ControlGroup.write("", to: group + "/cgroup.procs")
            return group
        }

        func membership(_ text: String) throws -> String {
            try ControlGroup.write(text, to: path + "/membership")
            return path + "/membership"
        }
    }

    private static func remove(_ path: String) {
        guard let folder = unsafe opendir(path) else {
            unsafe _ = unlink(path)
            return
        }
        defer { unsafe _ = closedir(folder) }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { remove("\(path)/\(name)") }
        }
        unsafe _ = rmdir(path)
    }

    // MARK: Memory

    @Test func `the kernel's memory is what it holds and its socket buffers`() throws {
        let tree = try Tree()
        let most = UInt64.max
        let texts = [
            "anon 7\nkernel 300\nslab 200\nsock 40\n", "kernel \(most)\nsock \(most)\n",
            "anon 7\nkernel many\n",
        ]
        let counts = try texts.enumerated().map { index, text in
            let path = try tree.group("/\(index)", controllers: "memory")
            try ControlGroup.write(text, to: path + "/memory.stat")
            return ControlGroup(path: path).kernelByteCount
        }
        #expect(counts == [340, most, nil])
        #expect(ControlGroup(path: tree.path).kernelByteCount == nil)
    }

    // MARK: Finding

    /// A service that systemd gave `TasksMax` has its limit in a group above its own, or in its own.
    @Test(arguments: ["", "/unified"])
    func `finds every group whose limits hold for this process`(hierarchy: String) throws {
        let tree = try Tree()
        let root = tree.path + hierarchy
        if !hierarchy.isEmpty { try checked("mkdir", root) { unsafe mkdir(root, 0o755) } }
        _ = try tree.group(hierarchy + "/system.slice", controllers: "memory pids")
        let own = try tree.group(hierarchy + "/system.slice/belfryd", controllers: "pids")
        let membership = try tree.membership("4:pids:/other\n0::/system.slice/belfryd\n")
        #expect(
            ControlGroup.pathsOfThisProcess(mount: tree.path, membership: membership)
                == [own, root + "/system.slice", root]
        )
    }

    @Test func `a process in the root of what it sees has that group alone, or none`() throws {
        let tree = try Tree()
        let root = try tree.membership("0::/\n")
        #expect(ControlGroup.pathsOfThisProcess(mount: tree.path, membership: root).isEmpty)
        let path = try tree.group("/top", controllers: "pids")
        #expect(ControlGroup.pathsOfThisProcess(mount: path, membership: root) == [path])
        let old = try tree.membership("4:pids:/other\n")
        #expect(ControlGroup.pathsOfThisProcess(mount: path, membership: old).isEmpty)
    }

    @Test func `finds the group that this process is in`() throws {
        let tree = try Tree()
        let path = try tree.group("/user", controllers: "cpu memory pids")
        let membership = try tree.membership("4:memory:/other\n0::/user\n")
        let group = try ControlGroup.ofThisProcess(mount: tree.path, membership: membership)
        #expect(group.path == path)
    }

    @Test func `finds version 2 beside version 1`() throws {
        let tree = try Tree()
        try checked("mkdir") { unsafe mkdir(tree.path + "/unified", 0o755) }
        let path = try tree.group("/unified/user", controllers: "memory pids")
        let membership = try tree.membership("0::/user\n")
        let group = try ControlGroup.ofThisProcess(mount: tree.path, membership: membership)
        #expect(group.path == path)
    }

    @Test(
        arguments: [
            ("4:memory:/user\n", "there is no cgroup v2"),
            ("0::/elsewhere\n", "is not to be seen"),
            ("0::/user\n", "no controller for memory"),
        ]
    )
    func `says what is missing`(membership: String, problem: String) throws {
        let tree = try Tree()
        _ = try tree.group("/user", controllers: "cpu pids")
        let file = try tree.membership(membership)
        let path = tree.path
        let error = #expect(throws: ControlGroupError.self) {
            try ControlGroup.ofThisProcess(mount: path, membership: file)
        }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func `what may not be written is not delegated`() throws {
        let tree = try Tree()
        let path = try tree.group("/user", controllers: "memory pids")
        try checked("unlink") { unsafe unlink(path + "/cgroup.subtree_control") }
        let file = try tree.membership("0::/user\n")
        let mount = tree.path
        let error = #expect(throws: ControlGroupError.self) {
            try ControlGroup.ofThisProcess(mount: mount, membership: file)
        }
        #expect(error?.description.contains("not delegated") == true)
    }

    // MARK: Dividing

    @Test func `moves this process out of the way and hands the controllers down`() throws {
        let tree = try Tree()
        let path = try tree.group("/user", controllers: "memory pids")
        try ControlGroup(path: path).divide()
        let process = ControlGroup.read("\(path)/belfry-host-\(getpid())/cgroup.procs")
        #expect(process == "\(getpid())")
        let control = ControlGroup.read(path + "/cgroup.subtree_control")
        #expect(control?.hasPrefix("+memory +pids") == true)
    }

    @Test func `leaves a group alone that is divided already`() throws {
        let tree = try Tree()
        let path = try tree.group("/user", controllers: "memory pids", handedDown: "memory pids")
        try ControlGroup(path: path).divide()
        let own = "\(path)/belfry-host-\(getpid())"
        #expect(unsafe access(own, F_OK) != 0)
    }

    @Test func `changes nothing when the controllers cannot be handed down`() throws {
        let tree = try Tree()
        let path = try tree.group("/user", controllers: "memory pids")
        try checked("unlink") { unsafe unlink(path + "/cgroup.subtree_control") }
        try checked("mkdir") { unsafe mkdir(path + "/cgroup.subtree_control", 0o755) }
        #expect(throws: ControlGroupError.self) { try ControlGroup(path: path).divide() }
        #expect(ControlGroup.read(path + "/cgroup.procs") == "\(getpid())")
    }

    // MARK: Leaves

    @Test func `a leaf has its limits, its process and its kills`() throws {
        let tree = try Tree()
        let group = ControlGroup(path: try tree.group("/user", controllers: "memory pids"))
        let limits = ControlGroupLeaf.Limits(memoryByteCount: 1 << 27, threadCount: 48)
        let leaf = try ControlGroupLeaf.make(in: group, named: "worker", limits: limits)
        let path = group.path + "/worker"
        let expected = [
            "memory.max": "134217728", "memory.swap.max": "0", "memory.oom.group": "1",
            "pids.max": "48",
        ]
        for (name, value) in expected { #expect(ControlGroup.read("\(path)/\(name)") == value) }
        try leaf.add(4711)
        #expect(ControlGroup.read(path + "/cgroup.procs") == "4711")
        let before = leaf.outOfMemoryKillCount
        #expect(before == 0)
        let events = "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 1\n"
        try ControlGroup.write(events, to: path + "/memory.events")
        let after = leaf.outOfMemoryKillCount
        #expect(after == 2)
        try leaf.kill()
        #expect(ControlGroup.read(path + "/cgroup.kill") == "1")
    }

    @Test func `a leaf says how much of its memory files are`() throws {
        let tree = try Tree()
        let group = ControlGroup(path: try tree.group("/user", controllers: "memory pids"))
        let limits = ControlGroupLeaf.Limits(memoryByteCount: 660_602_880, threadCount: 48)
        let leaf = try ControlGroupLeaf.make(in: group, named: "worker", limits: limits)
        let unread = leaf.memory
        #expect(unread == nil)
        // Lines as `memory.stat` has them, with numbers made up; a limit ends with its line.
        let statistics = """
            anon 0
            file 652886016
            kernel 4919296
            sock 0
            shmem 652886016
            file_mapped 0
            inactive_anon 652869632
            workingset_refault_anon 0

            """
        try ControlGroup.write(statistics, to: group.path + "/worker/memory.stat")
        try ControlGroup.write("660602880\n", to: group.path + "/worker/memory.max")
        let memory = leaf.memory
        #expect(memory?.limit == 660_602_880 && memory?.fileByteCount == 652_886_016)
    }

    @Test func `a leaf that cannot be made says which file`() throws {
        let tree = try Tree()
        let group = ControlGroup(path: tree.path + "/none")
        let error = #expect(throws: SystemError.self) {
            let limits = ControlGroupLeaf.Limits(memoryByteCount: 1, threadCount: 1)
            _ = try ControlGroupLeaf.make(in: group, named: "worker", limits: limits)
        }
        #expect(error?.subject == tree.path + "/none/worker")
    }
}
