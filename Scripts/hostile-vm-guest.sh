#!/usr/bin/env bash
# The first process of the virtual machine that Scripts/hostile-vm.sh starts.
#
#   hostile-vm-guest.sh MODE TESTS SHELF [ROWS]
#
#   cgroup          root, with a delegated cgroup v2
#   cgroup-user     an ordinary user, with a delegated cgroup v2
#   no-namespaces   an ordinary user where nobody may make user namespaces
set -u
mode=$1 tests=$2
export BELFRY_HOSTILE_SHELF=/tmp/shelf BELFRY_HOSTILE_ROWS=${4-} HOME=/tmp/home TMPDIR=/tmp/home
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# The emulated processor has the power of a tenth of a core: what is to be enough is 16 times that.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1
export BELFRY_HOSTILE_PATIENCE=16
[[ -n $BELFRY_HOSTILE_ROWS ]] || unset BELFRY_HOSTILE_ROWS

mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs devices /dev
mount -t tmpfs -o mode=1777 temporary /tmp
mount -t tmpfs run /run
mkdir -p /dev/shm /dev/pts /tmp/home
mount -t tmpfs shm /dev/shm
mount -t devpts terminals /dev/pts
ip link set lo up
uname -sr

# Gives a user the whole hierarchy. Its root alone may have processes beside groups with controllers,
# and every host of the suite makes groups in it.
delegate() {
    local root=/sys/fs/cgroup
    mount -t cgroup2 groups "$root"
    echo '+memory +pids' >"$root/cgroup.subtree_control"
    chmod u+w "$root"
    chown "$1:$1" "$root" "$root"/cgroup.{procs,subtree_control}
}

user=65533
case $mode in
cgroup)
    delegate 0
    user=0
    ;;
cgroup-user) delegate "$user" ;;
no-namespaces) echo 0 >/proc/sys/user/max_user_namespaces ;;
esac
# A row copies a bundle, with its owner.
cp -r "$3" "$BELFRY_HOSTILE_SHELF"
chown -R "$user:$user" /tmp/home "$BELFRY_HOSTILE_SHELF"
as_user=(setpriv "--reuid=$user" "--regid=$user" --clear-groups)
"${as_user[@]}" env NO_COLOR=1 "$(dirname "$tests")/belfry" doctor | grep -E 'cgroup|namespaces:'
"${as_user[@]}" "$tests" --testing-library swift-testing --filter '^HostileTests\.HostileTests'
echo "the suite ended with $?"
echo o >/proc/sysrq-trigger
sleep infinity
