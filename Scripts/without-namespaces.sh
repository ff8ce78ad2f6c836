#!/usr/bin/env bash
# Runs a command where no namespace can be made, as in many containers; the machine stays as it is.
#
#   Scripts/without-namespaces.sh COMMAND…
#
# The command gets a user namespace of its own in which everybody has the number that they had. No
# further one can be made in it (user.max_user_namespaces, man 7 namespaces), and its root may make
# no other kind and mount nothing, since it lacks CAP_SYS_ADMIN. Whoever is not root is there alone:
# to the command every other user's files are nobody's.
set -euo pipefail
here=$(readlink -f "${BASH_SOURCE[0]}")

case ${1-} in
'')
    echo "usage: $(basename "$here") COMMAND…" >&2
    exit 64
    ;;
--unmapped)
    # Root of the namespace is nobody in it until its parent has written who is who.
    read -r _ <"$2"
    exec "$here" --inside "${@:3}"
    ;;
--inside)
    echo 0 >/proc/sys/user/max_user_namespaces
    ((EUID == 0)) && exec setpriv --inh-caps=-all --bounding-set=-sys_admin "${@:2}"
    exec setpriv --ambient-caps=-all --inh-caps=-all "${@:2}"
    ;;
esac

((EUID == 0)) || exec unshare --user --map-current-user --keep-caps "$here" --inside "$@"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkfifo "$scratch/mapped"
unshare --user "$here" --unmapped "$scratch/mapped" "$@" <&0 &
# The child opens it in its namespace, and not before.
exec 3>"$scratch/mapped"
echo '0 0 65536' >"/proc/$!/uid_map"
echo '0 0 65536' >"/proc/$!/gid_map"
echo >&3
exec 3>&-
wait $!
