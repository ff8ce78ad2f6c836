#!/usr/bin/env bash
# Does what a newcomer does with the packages, in a Debian made for it: installs belfry, runs
# extensions in Swift and C that were built elsewhere, shows, measures, replays and validates them, is
# told what to install for building, installs that, builds, and removes all of it. Then it makes the
# image of Packaging/container, and follows each page "First extension in ten minutes", in a Debian that
# has nothing yet. What must hold is checked, the numbers are printed.
#
# The Debian is a root of its own (pivot_root), not a chroot, in which an ordinary user may make no
# namespace. It needs root and Debian's archive.
#
#   --record   writes the numbers into Documentation/InstallAndUpgrade.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

page=Documentation/InstallAndUpgrade.md
# Megabytes of the tool, the worker and the SDK's libraries, and milliseconds of the first run.
size_limit=60
run_limit=100

version=$(belfry_version)
packages=$PWD/.build/packages
suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
[[ $EUID -eq 0 ]] || fail "it makes a root of its own, for which it has to be root"
[[ -n $suite ]] || fail "/etc/os-release names no release of Debian"
[[ -f $packages/belfry_${version}_amd64.deb ]] || fail "there are no packages of $version; run: make package"
case ${1-} in
'' | --record) ;;
*) fail "'$1' is no option; there is --record" ;;
esac
make_scratch
root=$scratch/root
toolchain=$(readlink -f "$(dirname "$(toolchain_program swift)")/../..")

# What a newcomer brings: extensions that were built elsewhere, and sources.
make_extensions() {
    local belfry=$PWD/.build/release/belfry
    mkdir -p "$root/srv/mine"
    cp Plugins/TitleStamp/{TitleStamp.c,Info.plist} "$root/srv/mine/"
    (
        cd "$scratch"
        "$belfry" new service Greeting >/dev/null
        "$belfry" build Greeting -o "$root/srv/mine/Greeting.appex" >/dev/null
        mkdir "$root/srv/mine/swift"
        cp Greeting/NotificationService.swift "$root/srv/mine/swift/"
        cp Greeting/payload.apns "$root/srv/mine/greeting.apns"
    )
    cp Plugins/TitleStamp/payload.apns "$root/srv/mine/stamp.apns"
    mkdir "$root/srv/mine/Thermostat"
    cp Plugins/Thermostat/{payload.apns,categories.json,boost.show} "$root/srv/mine/Thermostat/"
    "$belfry" build Plugins/Thermostat/Thermostat.c --info-plist Plugins/Thermostat/Info.plist \
        -o "$root/srv/mine/Thermostat/Thermostat.appex" >/dev/null
    "$belfry" build Plugins/TitleStamp/TitleStamp.c --info-plist Plugins/TitleStamp/Info.plist \
        -o "$root/srv/mine/TitleStamp.appex" >/dev/null
    mkdir "$root/srv/release"
    cp "$packages"/{*.deb,*.tar.gz,SHA256SUMS} "$root/srv/release/"
    cp -R Packaging/action "$root/srv/action"
    install -m 755 Scripts/without-namespaces.sh "$root/srv/without-namespaces"
    install -m 755 Scripts/check-packages-inside.sh "$root/srv/inside"
}

# Runs a command in the fresh Debian, with processes and mounts of its own.
# shellcheck disable=SC2016  # the words are the inner shell's
inside() {
    unshare --mount --pid --fork --propagation private bash -euc '
        mount --rbind "$1" "$1"
        cd "$1"
        mount -t proc proc proc
        # What somebody has who got Swift from swift.org.
        if [[ -d srv/swift ]]; then mount --rbind "$2" srv/swift; fi
        mount --rbind /sys sys
        mount --rbind /dev dev
        mount -t tmpfs -o mode=1777 tmpfs tmp
        # Two commands may run here at once.
        outside=$(mktemp -d .outside.XXXXXX)
        pivot_root . "$outside"
        umount -l "/$outside"
        rmdir "/$outside"
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:/srv/swift/usr/bin HOME=/root LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive "${@:3}"' - "$root" "$toolchain" "$@"
}

# Follows the page for newcomers in a language, in a copy of the Debian: follow LANGUAGE
follow() {
    root=$scratch/$1
    cp -a "$scratch/fresh" "$root"
    mkdir -p "$root/srv/release" "$root/srv/author"
    chown 1000:1000 "$root/srv/author"
    cp "$packages"/*.deb "$root/srv/release/"
    # Whoever reads the page says yes to what apt asks.
    echo 'APT::Get::Assume-Yes "true";' >"$root/etc/apt/apt.conf.d/90yes"
    if [[ $1 == Swift ]]; then
        mkdir "$root/srv/swift"
        # What swift.org says that Swift needs on Debian.
        inside bash -c 'apt-get -qq update && apt-get -qq install binutils gcc libc6-dev libcurl4 \
            libedit2 libgcc-12-dev libncurses6 libsqlite3-0 libstdc++-12-dev libxml2 zlib1g-dev' \
            >"$scratch/said" 2>&1 || { cat "$scratch/said" >&2 && fail "what Swift needs is not installed"; }
    fi
    export root toolchain
    export -f inside
    Scripts/follow-page.py --as-root "bash -c 'inside bash -c \"cd /srv/release && exec bash\"'" \
        "Documentation/FirstExtension$1.md" -- bash -c 'inside setpriv --reuid 1000 --regid 1000 \
            --clear-groups env HOME=/srv/author bash -c "cd && exec bash"' || fail "see above"
    rm -rf "$root"
    note "FirstExtension$1.md is followed"
}

# Makes the image of Packaging/container of these packages, of this Debian in the place of a registry's,
# and has it say what it can.
make_image() {
    local container
    local -a images=(buildah --root "$scratch/images" --runroot "$scratch/run" --storage-driver vfs)
    local -a run=("${images[@]}" run --isolation chroot)
    tar -C "$scratch/fresh" -cf "$scratch/base.tar" .
    container=$("${images[@]}" from scratch)
    "${images[@]}" add "$container" "$scratch/base.tar" / >/dev/null
    "${images[@]}" commit --quiet "$container" localhost/debian:12-slim >/dev/null
    rm "$scratch/base.tar"
    "${images[@]}" bud --isolation chroot --network host --build-arg BASE=localhost/debian:12-slim \
        --tag belfry --file Packaging/container/Containerfile "$packages" >"$scratch/said" 2>&1 ||
        { cat "$scratch/said" >&2 && fail "the image is not made"; }
    container=$("${images[@]}" from localhost/belfry)
    [[ $("${run[@]}" "$container" -- belfry --version) == "$version" ]] ||
        fail "the image's belfry does not say that it is $version"
    "${run[@]}" "$container" -- belfry doctor >"$scratch/said" ||
        { cat "$scratch/said" >&2 && fail "the image runs nothing"; }
    note "the image is made, and belfry runs in it"
}

# Fails where the page leaves out a library that the package depends on: a tarball brings none.
check_libraries() {
    local library libraries
    libraries=$(dpkg-deb -f "$packages/belfry_${version}_amd64.deb" Depends |
        tr ',' '\n' | awk '{ print $1 }' | grep '^lib')
    for library in $libraries; do
        case $library in libc6 | libgcc-s1) continue ;; esac
        grep -qxF "$library" < <(tr -s ' ,' '\n' <"$page" | sed 's/\.$//') || fail "$page does not say that a tarball needs $library"
    done
}

# The bytes of installed files, in megabytes to one digit: size 'PATTERN…'
size() {
    # shellcheck disable=SC2086  # the patterns are of the fresh Debian's files
    (cd "$root" && du -cb --apparent-size $1 | awk 'END { printf "%.1f", $1 / 1000000 }')
}

check_libraries
note "making a Debian ($suite)"
mmdebstrap --quiet --variant=minbase "$suite" "$scratch/fresh" || fail "Debian could not be made; see above"
cp -a "$scratch/fresh" "$root"
make_extensions
load=$(cut -d ' ' -f 1 /proc/loadavg)
inside /srv/inside installs "$version" >"$scratch/first" || fail "see above"
parts=$(size 'usr/bin/belfry usr/libexec/belfry usr/lib/belfry/*.so')
runtime=$(size usr/lib/belfry/runtime)
daemon=$(size usr/bin/belfryd)
# shellcheck disable=SC2016  # dpkg-query's own variable
all=$(inside dpkg-query -W -f='${Installed-Size}' belfry | awk '{ printf "%.1f", $1 * 1024 / 1000000 }')
inside /srv/inside builds "$version" || fail "see above"
inside /srv/inside leaves || fail "see above"
make_image

for language in Swift C Cpp Rust; do follow "$language"; done

awk -v parts="$parts" -v limit=$size_limit 'BEGIN { exit !(parts <= limit) }' ||
    fail "tool, worker and SDK have $parts MB, over $size_limit MB"
read -r first median true_median <"$scratch/first"
awk -v first="$first" -v limit=$run_limit 'BEGIN { exit !(first <= limit) }' ||
    fail "the first run took $first ms, over $run_limit ms (/bin/true: $true_median ms)"

cat >"$scratch/table" <<END
Of commit $(git rev-parse --short=12 HEAD) on $(date -u +'%-d %B %Y'), Debian $suite,
$(nproc) cores, Linux $(uname -r | sed 's/-.*//'), load average $load before the runs:
\`make check-packages\`.

| What | Number |
|---|---|
| tool, worker, symboliser and SDK, installed | $parts MB of $size_limit MB |
| Swift's own libraries | $runtime MB |
| daemon | $daemon MB |
| package \`belfry\`, installed, with pages and completions | $all MB |
| package \`belfry\`, to download | $(stat -c %s "$packages/belfry_${version}_amd64.deb" | awk '{ printf "%.1f", $1 / 1000000 }') MB |
| package \`belfry-dev\`, to download | $(stat -c %s "$packages/belfry-dev_${version}_amd64.deb" | awk '{ printf "%.1f", $1 / 1000000 }') MB |
| first \`belfry run\` of a C extension after installing | $first ms of $run_limit ms |
| the median of 20 more | $median ms |
| \`/bin/true\`, the median of 20 | $true_median ms |
END
cat "$scratch/table"
if [[ ${1-} == --record ]]; then
    record_between "$page" '<!-- check-packages: begin -->' '<!-- check-packages: end -->' \
        "$scratch/table"
fi
note "the packages install, run, build, and leave nothing behind"
