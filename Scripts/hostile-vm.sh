#!/usr/bin/env bash
# Runs the hostile suite in a virtual machine, for what this machine's kernel cannot be asked for:
# a delegated cgroup v2, and a system without user namespaces.
#
#   Scripts/hostile-vm.sh [MODE…]       cgroup, cgroup-user, no-namespaces (default: all three)
#   BELFRY_HOSTILE_ROWS=17,43           only these rows
#   CONFIGURATION=debug|release         which build to use
#
# The machine has Debian's kernel and sees this machine's files, read only, by virtiofs. qemu emulates
# its processor where KVM cannot run it, which is 10 to 30 times slower; so the fixtures are compiled
# here, before. It needs root, for a mount namespace. What it fetches and prints stays in .build/vm.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tests=$PWD/.build/${CONFIGURATION:-debug}/belfryPackageTests.xctest
place=$PWD/.build/vm
modes=("$@")
((${#modes[@]})) || modes=(cgroup cgroup-user no-namespaces)

((EUID == 0)) || fail "it mounts this machine's files for the virtual one, which needs root"
[[ -x $tests ]] || fail "$tests is not there; build it with 'swift build --build-tests'"
[[ -r /etc/os-release ]] && source /etc/os-release
[[ ${VERSION_CODENAME-} == bookworm ]] ||
    fail "it fetches the kernel and qemu from Debian 12's backports; this is ${PRETTY_NAME-no Debian}"

# apt-get and apt-cache with one source and folders of their own: this machine's stay as they are.
backports() {
    local program=$1
    shift
    "$program" -o Dir::Etc::sourcelist="$place/apt/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$place/apt/lists" -o APT::Sandbox::User=root "$@"
}

# Debian 12's own kernel has neither Landlock's scopes nor its TCP rules, and its qemu (7.2) breaks
# the flags of cmpxchg16b, which the kernel and Swift use.
fetch() {
    local package kernel
    command -v qemu-system-x86_64 >/dev/null ||
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends qemu-system-x86
    [[ -x $place/root/usr/bin/qemu-system-x86_64 ]] && return
    mkdir -p "$place"/apt/lists/partial "$place/packages"
    echo "deb http://deb.debian.org/debian bookworm-backports main" >"$place/apt/sources.list"
    backports apt-get update -qq
    kernel=$(backports apt-cache search --names-only 'linux-image-.*-cloud-amd64-unsigned$' |
        sed -n '1s/ .*//p')
    [[ -n $kernel ]] || fail "Debian's backports list no kernel linux-image-*-cloud-amd64-unsigned"
    for package in "$kernel" qemu-system-{x86,common,data}/bookworm-backports; do
        (cd "$place/packages" && backports apt-get download -qq "$package")
    done
    for package in "$place"/packages/*.deb; do dpkg-deb -x "$package" "$place/root"; done
}

# Compiles every fixture anew, into a folder that the virtual machine sees.
compile_fixtures() {
    note "compiling the fixtures"
    rm -rf "$place/shelf"
    SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 BELFRY_HOSTILE_SHELF=$place/shelf \
        BELFRY_HOSTILE_ROWS=1,28 "$tests" --testing-library swift-testing \
        --filter '^HostileTests\.HostileTests' >"$place/fixtures.log" ||
        fail "the suite fails on this machine already; see $place/fixtures.log"
}

# Boots the machine in a mode, in a mount namespace of its own; ends with what the suite ended with.
boot() {
    local mode=$1 socket=$place/$1.sock log=$place/$1.log
    mkdir -p "$place/files"
    mount --bind / "$place/files"
    # The repository may be a mount of its own.
    mount --bind "$PWD" "$place/files$PWD"
    mount -o remount,bind,ro "$place/files$PWD"
    mount -o remount,bind,ro "$place/files"
    /usr/lib/qemu/virtiofsd -f --socket-path="$socket" -o "source=$place/files" -o sandbox=chroot \
        -o cache=always -o no_posix_lock -o log_level=err 2>/dev/null &
    until [[ -S $socket ]]; do kill -0 $!; done
    "$place/root/usr/bin/qemu-system-x86_64" -L "$place/root/usr/share/qemu" -L /usr/share/seabios \
        -machine q35 -accel tcg,thread=multi -cpu max -smp 2 -m 6144 \
        -object memory-backend-memfd,id=memory,size=6G,share=on -numa node,memdev=memory \
        -chardev "socket,id=files,path=$socket" \
        -device vhost-user-fs-pci,queue-size=1024,chardev=files,tag=files \
        -nodefaults -display none -serial stdio -no-reboot -kernel "$place"/root/boot/vmlinuz-* \
        -append "console=ttyS0 quiet panic=-1 root=files rootfstype=virtiofs ro lsm=landlock \
init=$PWD/Scripts/hostile-vm-guest.sh -- $mode $tests $place/shelf ${BELFRY_HOSTILE_ROWS-}" |
        tee "$log"
    grep -q '^the suite ended with 0' "$log"
}

if [[ ${1-} == --boot ]]; then
    boot "$2"
    exit
fi
fetch
compile_fixtures
failed=()
for mode in "${modes[@]}"; do
    note "$mode, which $place/$mode.log records"
    unshare --mount "$0" --boot "$mode" || failed+=("$mode")
done
((${#failed[@]} == 0)) || fail "the suite failed in: ${failed[*]}"
