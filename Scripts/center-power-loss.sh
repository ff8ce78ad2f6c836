#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Cuts the power at each acknowledgement of the notification centre and at each wait for the disk, and
# checks that what was acknowledged is there afterwards. A kill keeps the page cache and never finds a
# missing sync; this does. It needs root, loop devices and strace; without them it says so and ends
# with 0.
#
#     Scripts/center-power-loss.sh [PROBE]   default: .build/debug/center-probe
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

probe=$(realpath "${1:-.build/debug/center-probe}")
[[ -x $probe ]] || fail "there is no $probe; run: swift build --product center-probe"
if [[ $EUID -ne 0 ]]; then
    note "power losses not tried: this is not root"
    exit 0
fi

# In a mount namespace of its own, so that nothing stays mounted whatever happens.
if [[ -z ${BELFRY_POWER_LOSS_INSIDE-} ]]; then
    BELFRY_POWER_LOSS_INSIDE=1 exec unshare -m --propagation private "$0" "$probe"
fi

work=$(mktemp -d)
trap 'umount "$work/disk" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/disk"

# Makes an empty disk.
make_disk() {
    rm -rf "$work/image" "$work/outside"
    mkdir "$work/outside"
    truncate -s 64M "$work/image"
    mkfs.ext4 -q -F "$work/image"
    mount -o loop "$work/image" "$work/disk"
}

# Runs one of everything up to an acknowledgement, and cuts the power there.
cut_power_at() {
    BELFRY_CENTER_SYNCHRONOUS=$2 python3 - "$probe" "$work" "$1" <<'PYTHON'
import os, signal, subprocess, sys
probe, work, acknowledgement = sys.argv[1:]
process = subprocess.Popen([probe, "golden", work + "/disk/center.sqlite", work + "/outside", acknowledgement])
_, status = os.waitpid(process.pid, os.WUNTRACED)
if not os.WIFSTOPPED(status):
    sys.exit(f"the run ended before acknowledgement {acknowledgement}: {status}")
subprocess.run([sys.executable, "-c", os.environ["CUT"], work + "/disk"], check=True)
os.kill(process.pid, signal.SIGKILL)
os.waitpid(process.pid, 0)
PYTHON
    umount "$work/disk"
    mount -o loop "$work/image" "$work/disk"
}

# What the disk was not told to keep is gone (EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH).
export CUT='
import fcntl, os, struct, sys
disk = os.open(sys.argv[1], os.O_RDONLY)
fcntl.ioctl(disk, 0x8004587D, struct.pack("I", 2))
'

# Kills a run of everything at a wait for the disk, by its call and its number, and cuts the power.
# Returns 1 where the run ends before.
cut_power_at_sync() {
    local status=0
    strace -f -qq -o /dev/null -e "trace=$1" -e "inject=$1:signal=SIGKILL:when=$2" \
        "$probe" golden "$work/disk/center.sqlite" "$work/outside" || status=$?
    ((status != 0)) || return 1
    ((status == 137)) || fail "the run ended with $status at $1 $2"
    python3 -c "$CUT" "$work/disk"
    umount "$work/disk"
    mount -o loop "$work/image" "$work/disk"
}

recover() {
    "$probe" recover "$work/disk/center.sqlite" "$work/outside" >"$work/said" 2>&1
}

if ! make_disk 2>"$work/why"; then
    note "power losses not tried: no disk can be made here: $(tail -n 1 "$work/why")"
    exit 0
fi
umount "$work/disk"

acknowledgements=6
for ((at = 1; at <= acknowledgements; at++)); do
    make_disk
    cut_power_at "$at" FULL
    recover || fail "power lost at acknowledgement $at: $(cat "$work/said")"
    umount "$work/disk"
done

syncs=0
if strace -qq -o /dev/null true 2>/dev/null; then
    # The ledger waits by fdatasync, for files and directories it is fsync.
    for call in fdatasync fsync; do
        number=0
        while make_disk && cut_power_at_sync "$call" $((number + 1)) 2>"$work/said"; do
            number=$((number + 1))
            recover || fail "power lost at $call $number: $(cat "$work/said")"
            umount "$work/disk"
        done
        umount "$work/disk"
        syncs=$((syncs + number))
    done
    ((syncs > 20)) || fail "the run waits for the disk $syncs times alone: $(cat "$work/said")"
else
    note "power losses at each wait for the disk not tried: strace is missing, or tracing is forbidden"
fi

# The test itself: without a wait for the disk something has to be lost.
lost=0
for ((at = 1; at <= acknowledgements; at++)); do
    make_disk
    cut_power_at "$at" NORMAL
    recover || lost=$((lost + 1))
    umount "$work/disk"
done
((lost > 0)) || fail "with synchronous=NORMAL nothing was lost: this script cannot find a loss here"
echo "power lost at each of $acknowledgements acknowledgements and $syncs waits for the disk: all kept; with synchronous=NORMAL $lost lost something"
