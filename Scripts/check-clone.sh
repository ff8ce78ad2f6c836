#!/usr/bin/env bash
# Checks in fresh clones of the last commit that what a newcomer types works in whatever order it
# comes, and again after an update of the packages that this one depends on.
#
#     Scripts/check-clone.sh [--record] [--without-test] [ORDER…]
#
# The steps are build (`swift build`), model (`swift test --disable-xctest --filter
# BelfryModelTests`), run (`make run`), test (`make test`) and update (`swift package update`). An order
# is steps with commas between them. By default there are four, in which each step comes first once,
# and once right after each other step; each order is gone through again after an update. It takes
# hours. --without-test leaves `make test` out: a quarter of an hour for each order.
#
# --record writes what was found into CONTRIBUTING.md; the rows of other orders stay.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

record=
orders=("build,model,test,run" "model,run,build,test" "run,test,model,build" "test,build,run,model")
while [[ ${1:-} == --* ]]; do
    case $1 in
        --record) record=1 ;;
        --without-test) orders=("build,model,run" "model,build,run" "run,model,build" "run,build,model") ;;
        *) fail "usage: check-clone.sh [--record] [--without-test] [ORDER…]" ;;
    esac
    shift
done
if (($# > 0)); then
    orders=("$@")
else
    orders=("${orders[@]/%/,update}")
    for index in "${!orders[@]}"; do orders[index]+=,${orders[index]%,update}; done
fi

# Does one step, in the clone that is the current directory.
take_step() {
    case $1 in
        build) swift build ;;
        model) swift test --disable-xctest --filter BelfryModelTests ;;
        run) make run ;;
        test) make test ;;
        update) swift package update ;;
        *) fail "$1: not a step; there are build, model, run, test and update" ;;
    esac
}

make_scratch
place=$PWD/.build/clones
page=CONTRIBUTING.md
commit=$(git rev-parse --short=8 HEAD)
head=('| Order | Commit | Date | Minutes |' '|---|---|---|---|')
mkdir -p "$place"

# Goes through one order in a clone of its own, and adds its row.
go_through() {
    local order=$1 clone=$place/clone step steps begin=$SECONDS
    IFS=, read -ra steps <<<"$order"
    rm -rf "$clone"
    git clone -q . "$clone"
    for step in "${steps[@]}"; do
        note "$order: $step"
        (cd "$clone" && take_step "$step") >"$place/log" 2>&1 </dev/null ||
            fail "$step of $order failed on $commit; $place/log has all of it, and it ends:"$'\n'"$(tail -n 15 "$place/log")"
    done
    [[ -z $(git -C "$clone" status --porcelain) ]] ||
        fail "$order has changed files of the clone: $(git -C "$clone" status --porcelain)"
    rm -rf "$clone"
    printf '| %s | %s | %s | %d |\n' "${order//,/, }" "$commit" "$(date +%F)" \
        $(((SECONDS - begin + 59) / 60)) >>"$scratch/rows"
}

for order in "${orders[@]}"; do
    go_through "$order"
done
cat "$scratch/rows"
if [[ -n $record ]]; then
    {
        printf '%s\n' "${head[@]}"
        sed -n '/<!-- clones -->/,/<!-- end of clones -->/p' "$page" | grep '^| ' | grep -vF "${head[0]}" |
            grep -vF -f <(cut -d '|' -f 2 "$scratch/rows" | sed 's/^/|/; s/$/|/') || true
        cat "$scratch/rows"
    } >"$scratch/table"
    record_between "$page" '<!-- clones -->' '<!-- end of clones -->' "$scratch/table"
fi
