#!/usr/bin/env bash
# Makes libNAME.a of what libNAME.so was just linked from, for `belfry build --static`.
#
# A module of Swift is one object in it, so that it is linked whole, with its conformances, or not at
# all. Functions that stand before those of the same name in what Swift brings are called __wrap_NAME,
# as the linker's --wrap=NAME wants them; libUserNotifications.wrap has their names, one a line.
#
#   archive-library.sh FOLDER NAME   the build folder of libNAME.so
set -euo pipefail
folder=$(readlink -f "${1:?}")
name=${2:?}
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

list=$folder/$name.product/Objects.LinkFileList
library=$folder/lib$name.so
archive=$folder/lib$name.a
script=Scripts/archive-library.sh
wrapped=(
    swift_dynamicCast
    CFPreferencesCopyAppValue CFPreferencesCopyMultiple
    CFPreferencesSetAppValue CFPreferencesAppSynchronize
    # NSError.init(domain:code:userInfo:)
    "\$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc"
)

[[ -f $list ]] || fail "$list is missing; run: make build"
# Two builds at once may find it old: the second waits, and then finds it new.
exec {lock}<"$folder"
flock "$lock"
if [[ $archive -nt $library && $archive -nt $script ]]; then exit; fi

scratch=$(mktemp -d "$folder/archive.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
mapfile -t objects < <(tr -d "'" <"$list")
renames=()
for symbol in "${wrapped[@]}"; do renames+=(--redefine-sym "$symbol=__wrap_$symbol"); done

# Of every object, the folder Module.build that it is in.
mapfile -t modules < <(printf '%s\n' "${objects[@]}" | sed 's|.*/\([^/]*\)\.build/.*|\1|' | sort -u)
members=()
for module in "${modules[@]}"; do
    mapfile -t parts < <(printf '%s\n' "${objects[@]}" | grep -F "/$module.build/")
    case "$module ${parts[*]}" in
    CBelfryErrors\ * | CBelfryURLSession\ * | UserNotifications\ *)
        ld -r -o "$scratch/$module.o" "${parts[@]}"
        objcopy "${renames[@]}" "$scratch/$module.o"
        # The entry is exported from no archive, so its module is an object beside it.
        [[ $module == UserNotifications ]] || members+=("$scratch/$module.o")
        ;;
    *.swift.o*)
        ld -r -o "$scratch/$module.o" "${parts[@]}"
        members+=("$scratch/$module.o")
        ;;
    *) members+=("${parts[@]}") ;; # of C, which has no conformances
    esac
done
ar qcsD "$scratch/lib$name.a" "${members[@]}"
if [[ $name == UserNotifications ]]; then
    printf '%s\n' "${wrapped[@]}" >"$scratch/libUserNotifications.wrap"
    mv "$scratch/libUserNotifications.wrap" "$folder/"
    mv "$scratch/UserNotifications.o" "$folder/libUserNotifications.o"
fi
mv "$scratch/lib$name.a" "$archive"
