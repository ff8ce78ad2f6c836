#!/bin/bash
# The part of Scripts/check-packages.sh that runs in the fresh Debian, where /srv/mine has what a
# newcomer brings and /srv/release what a release has.
#
#   installs VERSION   belfry; prints milliseconds: the first run, the median of 20, that of /bin/true
#   builds VERSION     is told what is missing; belfry-dev and gcc; the tarball
#   leaves             removes all, and compares what files there are with those before
set -euo pipefail
cd /srv/mine

fail() {
    echo "check-packages.sh: $*" >&2
    exit 1
}

# apt, quiet but for what goes wrong.
apt_get() {
    apt-get -qq -y "$@" >/tmp/apt 2>&1 || { cat /tmp/apt >&2 && fail "apt-get $* failed"; }
}

# What files there are, but for what apt and dpkg keep of every installation.
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /srv \
        -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \) -prune -o -print |
        grep -vE '^/var/lib/dpkg/[a-z]*-old$|^/run/' | sort
}

# Milliseconds that a command takes.
milliseconds() {
    local begin=$EPOCHREALTIME
    "$@" >/tmp/said 2>&1 || { cat /tmp/said >&2 && fail "$* failed"; }
    local end=$EPOCHREALTIME
    awk -v begin="$begin" -v end="$end" 'BEGIN { printf "%.1f\n", (end - begin) * 1000 }'
}

# The median of 20 runs of a command, in milliseconds.
median() {
    for _ in {1..20}; do milliseconds "$@"; done | sort -n | sed -n 10p
}

# Runs an extension as root and as an ordinary user; its content has to be delivered.
delivers() {
    local bundle=$1 payload=$2 expected=$3 belfry=${4:-belfry} user
    for user in 0 1000; do
        mkdir -p "/tmp/home$user" && chown "$user" "/tmp/home$user"
        setpriv --reuid "$user" --regid "$user" --clear-groups env HOME="/tmp/home$user" \
            "$belfry" run "$bundle" "$payload" >/tmp/report 2>&1 ||
            { cat /tmp/report >&2 && fail "$bundle is not delivered (user $user)"; }
        if ! grep -q 'delivered: completed' /tmp/report || ! grep -qF "$expected" /tmp/report; then
            cat /tmp/report >&2
            fail "$bundle is not delivered as it should be (user $user)"
        fi
    done
}

# A command that an ordinary user gives: its status has to be 0, and it has to say something.
says() {
    local expected=$1
    shift
    setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/tmp/home1000 "$@" >/tmp/said 2>&1 ||
        { cat /tmp/said >&2 && fail "$* ended with $?"; }
    grep -qE "$expected" /tmp/said || { cat /tmp/said >&2 && fail "$* does not say '$expected'"; }
}

# What else an installed tool does with extensions that were built elsewhere.
inspects() {
    says 'expect app schedule' belfry show Thermostat/Thermostat.appex Thermostat/payload.apns \
        --script Thermostat/boost.show
    says 'cold +20 runs' belfry measure TitleStamp.appex stamp.apns --cold --runs 20
    says 'delivered: completed' belfry run TitleStamp.appex stamp.apns --record /tmp/home1000/run
    says 'as it was recorded' belfry replay /tmp/home1000/run
    says ' PASS, ' belfry validate TitleStamp.appex --payload stamp.apns --runs 20
}

# A command that has to end with a status, and a line of its only line on standard error.
refuses() {
    local expected=$1 text=$2 status=0
    shift 2
    "$@" >/tmp/said 2>/tmp/complaint || status=$?
    ((status == expected)) || { cat /tmp/complaint >&2 && fail "$* ended with $status, not $expected"; }
    [[ $(wc -l </tmp/complaint) == 1 ]] || { cat /tmp/complaint >&2 && fail "$* says more than a line"; }
    grep -qE "$text" /tmp/complaint || { cat /tmp/complaint >&2 && fail "$* does not say '$text'"; }
}

# The daemon answers, with what is installed.
daemon_answers() {
    BELFRY_STATE=/tmp/state BELFRY_SOCKET=/tmp/socket belfryd >/tmp/daemon 2>&1 &
    local daemon=$!
    for _ in {1..100}; do
        if [[ -S /tmp/socket ]] && BELFRY_SOCKET=/tmp/socket belfry apps >/dev/null 2>&1; then break; fi
        sleep 0.1
    done
    BELFRY_SOCKET=/tmp/socket belfry apps >/dev/null || { cat /tmp/daemon >&2 && fail "belfryd does not answer"; }
    kill "$daemon"
    wait "$daemon" || fail "belfryd ended with $?"
}

installs() {
    local version=$1
    apt_get update
    files >/srv/before
    apt_get install "/srv/release/belfry_${version}_amd64.deb"
    local first
    first=$(milliseconds belfry run TitleStamp.appex stamp.apns)
    echo "$first $(median belfry run TitleStamp.appex stamp.apns) $(median /bin/true)"
    [[ $(belfry --version) == "$version" && $(belfryd --version) == "$version" ]] ||
        fail "the programs do not say that they are $version"
    belfry doctor >/tmp/said || { cat /tmp/said >&2 && fail "see belfry doctor"; }
    ! grep -A1 'cannot run' /tmp/said >&2 || fail "an extension of a kind cannot run"
    delivers TitleStamp.appex stamp.apns stamped
    delivers Greeting.appex greeting.apns modified
    inspects
    daemon_answers
    # Where no namespace can be made, as in most containers.
    /srv/without-namespaces belfry run TitleStamp.appex stamp.apns >/tmp/said 2>&1 ||
        { cat /tmp/said >&2 && fail "an extension is not delivered without namespaces"; }
    for page in man1/belfry.1 man1/belfry-run.1 man8/belfryd.8; do
        [[ -s /usr/share/man/$page.gz ]] || fail "the manual page $page is missing"
    done
}

builds() {
    local version=$1
    refuses 69 'install the package belfry-dev.*install Swift [0-9.]+ from https' \
        belfry build swift/NotificationService.swift
    refuses 69 'belfry-dev' belfry new service Courier --language c
    # As a job of continuous integration does.
    BELFRY_RELEASE=../release BELFRY_VERSION=$version /srv/action/install.sh >/tmp/said 2>&1 ||
        { cat /tmp/said >&2 && fail "Packaging/action/install.sh failed"; }
    apt_get install gcc
    refuses 69 'install Swift [0-9.]+ from https' belfry build swift/NotificationService.swift
    belfry new service Courier --language c >/dev/null
    belfry build Courier -o Courier.appex >/tmp/said 2>&1 || { cat /tmp/said >&2 && fail "C is not built"; }
    delivers Courier.appex Courier/payload.apns modified
    belfry build TitleStamp.c --info-plist Info.plist -o Built.appex >/dev/null
    delivers Built.appex stamp.apns stamped
    # From a folder that was never a prefix, and with nothing of the packages'.
    (cd /srv/release && sha256sum --quiet -c SHA256SUMS) || fail "SHA256SUMS is wrong"
    mkdir /srv/any
    tar -C /srv/any --strip-components=1 -xzf "/srv/release/belfry-$version-linux-x86_64.tar.gz"
    [[ $(/srv/any/bin/belfry doctor) == *'/srv/any/lib/belfry/libUserNotifications.so'* ]] ||
        fail "the tarball's tool does not use the tarball's SDK"
    delivers Greeting.appex greeting.apns modified /srv/any/bin/belfry
    delivers TitleStamp.appex stamp.apns stamped /srv/any/bin/belfry
    rm -r /srv/any Courier Courier.appex Built.appex
}

leaves() {
    # What users keep is theirs.
    rm -rf /root/.cache /root/.local
    apt_get remove belfry belfry-dev gcc
    ! find / -xdev -path /srv -prune -o -path /proc -prune -o -path /var/lib/apt -prune -o \
        \( -path '*/belfry*' -type f -print \) | grep -v '^/var/\(lib/dpkg\|cache\|log\)' | grep . >&2 ||
        fail "these files are left when it is removed"
    apt_get purge --autoremove belfry belfry-dev gcc ca-certificates
    files | diff /srv/before - >&2 || fail "these files are left, or gone, when it is purged"
}

"$@"
