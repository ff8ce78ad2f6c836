#!/usr/bin/env bash
# Installs the build into a directory, and looks at what a person relies on: the programs run from
# there, without anything of the machine that they were built on, the units are sound and no less
# closed than they were, the shells read the completions and man the pages, and nothing is left of it
# when it is removed.
#
#   CONFIGURATION=debug|release   which build is installed
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# What `systemd-analyze security` says of the system unit, times ten; lower is better.
exposure_limit=29
export CONFIGURATION=${CONFIGURATION:-debug}
make_scratch
export DESTDIR=$scratch/root
export PREFIX=/usr/local
prefix=$DESTDIR$PREFIX

mkdir -p "$prefix/bin" "$prefix/share"
echo mine >"$prefix/bin/mine"
find "$DESTDIR" -type f | sort >"$scratch/before"
Scripts/install.sh >/dev/null

# Runs a command where the directory is what is below PREFIX, as far as that is allowed.
in_place() {
    if ((EUID == 0)); then
        unshare --mount --propagation private bash -c 'mount --bind "$1" "$2" && exec "${@:3}"' - \
            "$prefix" "$PREFIX" "$PREFIX/$1" "${@:2}"
    else
        "$prefix/$1" "${@:2}"
    fi
}

for program in belfry belfryd; do
    [[ $(in_place "bin/$program" --version) == [0-9]* ]] || fail "$program does not say its version"
done
# Extensions of each kind run, with the library that was installed.
in_place bin/belfry doctor >"$scratch/doctor" || { cat "$scratch/doctor"; fail "see belfry doctor"; }
! grep -A1 'cannot run' "$scratch/doctor" || fail "what was installed runs no extension of a kind"

# No library is looked for where only this machine has it; Swift's own are with the rest.
while read -r file; do
    readelf -dW "$file" >"$scratch/dynamic"
    ! grep -E '\(R(UN)?PATH\).*(\[|:)/' "$scratch/dynamic" ||
        fail "$file looks for libraries in a folder of this machine"
done < <(find "$prefix"/{bin,libexec,lib/belfry} -type f \( -perm -100 -o -name '*.so' \))

for file in "$prefix"/share/man/man[18]/belfry*.[18]; do
    [[ -s $file ]] || fail "there are no manual pages"
    command -v man >/dev/null || break
    LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$file" 2>"$scratch/complaints" >/dev/null
    [[ ! -s $scratch/complaints ]] || { cat "$scratch/complaints"; fail "man complains about $file"; }
done
for name in run build push; do
    [[ -s $prefix/share/man/man1/belfry-$name.1 ]] || fail "belfry $name has no manual page"
done

bash -n "$prefix"/share/bash-completion/completions/belfry{,d}
# What completes a word is there, not only readable.
completed=$(bash -c '
    source "$1"
    COMP_WORDS=(belfry sched) COMP_CWORD=1 COMP_LINE="belfry sched" COMP_POINT=12
    _belfry belfry sched belfry
    echo "${COMPREPLY[@]}"' - "$prefix/share/bash-completion/completions/belfry")
[[ $completed == *schedule* ]] || fail "bash completes 'belfry sched' to '$completed'"
if command -v zsh >/dev/null; then zsh -n "$prefix"/share/zsh/site-functions/_belfry{,d}; fi
if command -v fish >/dev/null; then
    for program in belfry belfryd; do
        fish -n "$prefix/share/fish/vendor_completions.d/$program.fish"
    done
fi

for unit in "$prefix"/lib/systemd/{system,user}/belfryd.{service,socket}; do
    [[ -s $unit ]] || fail "$unit is missing"
    ! grep -n '@' "$unit" | grep -q '@PREFIX@' || fail "$unit names no place"
done
if command -v systemd-analyze >/dev/null; then
    # It looks for the program where the unit says that it will be.
    units=$scratch/units
    mkdir -p "$units"/{system,user}
    for kind in system user; do
        for unit in "$prefix/lib/systemd/$kind"/belfryd.*; do
            sed "s|=$PREFIX/bin|=$prefix/bin|" "$unit" >"$units/$kind/$(basename "$unit")"
        done
        systemd-analyze verify --man=no "$units/$kind"/belfryd.{service,socket} \
            2>"$scratch/complaints" || true
        ! grep -F belfryd "$scratch/complaints" || fail "systemd refuses the units for a $kind; see above"
    done
    systemd-analyze security --offline=yes --no-pager --threshold=$exposure_limit \
        "$units/system/belfryd.service" >"$scratch/security" 2>&1 ||
        { tail -1 "$scratch/security"; fail "the system unit is more open than $exposure_limit"; }
    note "$(tail -1 "$scratch/security" | sed 's/^[^A-Za-z]*//')"
else
    note "the units are not checked: there is no systemd-analyze (Debian: systemd)"
fi

Scripts/install.sh --uninstall >/dev/null
find "$DESTDIR" -type f | sort | diff "$scratch/before" - || fail "files are left, or too many are gone"
note "installed, looked at, and removed"
