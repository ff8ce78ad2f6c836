#!/usr/bin/env bash
# Checks that every place that names the kinds, properties and events of views names those of
# SDK/C/abi/views.def. check-layout.sh holds belfry/view.h to the same rows.
#
# The places are sources that people read and edit, and not made from the rows by the build: an enum
# that the wire can trust has literals for its numbers, and Swift takes any number at all for a case of
# an enum that it imports from C.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export LC_ALL=C  # one order for sort and comm

definition=SDK/C/abi/views.def
wire=Sources/BelfryWire/Content
layout=Sources/BelfryLayout/Problem/LayoutConstraint.swift
sdk=SDK/Swift/UIKit
cpp=SDK/Cpp/include/belfry.hpp
rust=SDK/Rust/src
document=Sources/BelfryDrawing/Document/ContentDocument.Node.swift
page=Sources/BelfryDrawing/Scripts
reference=Documentation/Show.md
read -r compiler < <(compilers c) || fail "a C compiler is needed; run Scripts/install-dependencies.sh"
differences=0

declare -A parameters=(
    [VIEW_KIND]='constant, number, name, word'
    [VIEW_KEY]='constant, number, type, name, word'
    [VIEW_EVENT]='constant, number, name, word'
    [VIEW_ATTRIBUTE]='constant, number, name'
    [VIEW_VALUE]='constant, number, word'
)

# Prints the definition's rows of one macro, of each the parameters in $2, without quotation marks.
rows() {
    printf '#define %s(%s) @ %s\n#include "%s"\n' "$1" "${parameters[$1]}" "$2" "$definition" |
        "$compiler" -E -P -I . -x c - | sed -nE 's/^@ //; T; s/"//g; p'
}

# Compares what the definition asks for with what a place has: same PLACE EXPECTED FOUND
same() {
    [[ -n $2 ]] || fail "there are no rows for $1; correct Scripts/check-views.sh"
    diff -u --label "$definition" --label "$1" <(printf '%s\n' "$2") <(printf '%s\n' "$3") >&2 ||
        differences=$((differences + 1))
}

# Reports the words that a place never mentions: mentions PLACE WORDS PATTERN FILE...
# In the pattern @ stands for the word.
mentions() {
    local place=$1 words=$2 pattern=$3 word
    shift 3
    for word in $words; do
        grep -qE -e "${pattern//@/$word}" "$@" && continue
        echo "$place: '$word' of $definition is missing" >&2
        differences=$((differences + 1))
    done
}

# The cases of a Swift enum with their numbers: cases FILE ENUM
cases() {
    sed -n "/enum $2: /,/^ *}\$/p" "$1" | sed -nE 's/^ *case `?([a-zA-Z]+)`? = ([0-9a-fx]+)$/\1 \2/p'
}

# The cases of a Swift enum with their words.
words() {
    sed -nE 's/^ *case \.([a-zA-Z]+): "([a-zA-Z]+)"$/\1 \2/p' "$1"
}

# The properties that the SDK has, with their types and their constants.
sdk_keys() {
    awk '
        /^extension ViewKey where Value == / { type = $6 }
        /^ *static var / {
            name = $3; sub(":", "", name)
            constant = $0; sub(".*Self\\(BF_VIEW_", "", constant); sub("\\).*", "", constant)
            print name, type, constant
        }
    ' "$sdk/Host/ViewKey.swift" | sed -E 's/ String / text /; s/ Int64 / integer /; s/ Double / real /'
}

# The constants of a module of the Rust SDK, with their numbers.
rust_constants() {
    sed -n "/^pub mod $1 {\$/,/^}\$/p" "$rust/numbers.rs" |
        sed -nE 's/^    pub const ([A-Z_]+): u32 = ([0-9a-fx]+);$/\1 \2/p'
}

# The kinds of the Rust SDK, with the names that the definition has.
rust_kinds() {
    sed -n '/^pub enum ViewKind {$/,/^}$/p' "$rust/view.rs" |
        sed -nE 's/^    ([A-Za-z]+) = ([0-9]+),$/\l\1 \2/p'
}

# Checks an enumeration of the C++ SDK: counted from 0, it has the first words of a key, in order.
same_values() {
    local found
    found=$(sed -nE "s/^enum class $1 : std::int64_t \{ (.*) \};\$/\1/p" "$cpp" | tr -d ' ' | tr ',' '\n' |
        sed -E 's/_([a-z])/\U\1/g')
    same "$cpp: $1" "$(rows VIEW_VALUE 'constant word' | sed -n "s/^$2 //p" | head -n "$(wc -l <<<"$found")")" "$found"
}

# The kinds that the page draws.
page_kinds() {
    sed -n '/^export const kinds = {$/,/^};$/p' "$page/kinds.js" | sed '1d;$d' | tr ',' '\n' |
        sed -nE 's/^ *([a-zA-Z]+)(:.*)?$/\1/p' | sort
}

# The members of a view in JSON.
document_members() {
    sed -nE 's/^ {8}package var ([a-zA-Z]+): .*/\1/p' "$document" | sort
}

# What the page reads of views in JSON.
page_members() {
    grep -ohE '\bview\.[a-zA-Z]+' "$page"/*.js | sed 's/view\.//' | sort -u
}

# Members for keys: the first part of each path. Layout's keys have no word.
members=$(rows VIEW_KEY word | sed '/^ *$/d; s/\..*//' | sort -u)
# Members that are no property by a key.
structure=$'angle\nchildren\nevents\nframe\nimage\nkind\nruns\ntransform\nview'
events=$(rows VIEW_EVENT word)
kinds=$(rows VIEW_KIND word)

same "$wire/ViewKind.swift" "$(rows VIEW_KIND 'name number')" \
    "$(cases "$wire/ViewKind.swift" ViewKind)"
same "$wire/ViewKind.swift" "$(rows VIEW_KIND 'name word')" \
    "$(words "$wire/ViewKind.swift")"
same "$wire/ViewEvent.swift" "$(rows VIEW_EVENT 'name number')" \
    "$(cases "$wire/ViewEvent.swift" ViewEvent)"
same "$wire/ViewEvent.swift" "$(rows VIEW_EVENT 'name word')" \
    "$(words "$wire/ViewEvent.swift")"
same "$wire/ViewKey.swift" "$(rows VIEW_KEY 'name number')" \
    "$(cases "$wire/ViewKey.swift" ViewKey)"

same "$sdk/Host/ViewKey.swift" "$(rows VIEW_KEY 'name type constant')" \
    "$(sdk_keys)"
same "the classes in $sdk" "$(rows VIEW_KIND constant | sort)" \
    "$(grep -rhoE 'class var kind: bf_view_kind \{ BF_VIEW_[A-Z_]+' "$sdk" | sed 's/.*BF_VIEW_//' | sort)"
same "$sdk/Host/ViewEvents.swift" "$(rows VIEW_EVENT 'constant constant')" \
    "$(sed -nE 's/^ *BF_EVENT_([A-Z_]+): .*\(BF_EVENT_([A-Z_]+),.*/\1 \2/p' "$sdk/Host/ViewEvents.swift")"

same "$layout" "$(rows VIEW_ATTRIBUTE 'name number')" \
    "$(cases "$layout" Attribute)"
same "$sdk/Layout/NSLayoutConstraint.Attribute.swift" "$(rows VIEW_ATTRIBUTE 'name number')" \
    "$(cases "$sdk/Layout/NSLayoutConstraint.Attribute.swift" Attribute | sed 's/^notAnAttribute /none /')"

same "$rust/view.rs" "$(rows VIEW_KIND 'name number')" "$(rust_kinds)"
same "$rust/numbers.rs" "$(rows VIEW_KEY 'constant number')" "$(rust_constants key)"
same "$rust/numbers.rs" "$(rows VIEW_EVENT 'constant number')" "$(rust_constants event)"
same "$rust/numbers.rs" "$(rows VIEW_ATTRIBUTE 'constant number')" "$(rust_constants attribute)"
same_values alignment TEXT_ALIGNMENT
same_values content_mode CONTENT_MODE
same_values button_style BUTTON_STYLE

same "$document" "$(sort <<<"$members"$'\n'"$structure")" "$(document_members)"
mentions "$document" "$events" '`@`' "$document"
mentions "$reference" "$members $kinds" '`@`' "$reference"

same "$page/kinds.js" "$(sort <<<"$kinds")" "$(page_kinds)"
mentions "$page" "$members" '\bview\.@\b|[{,] @( =|,| })|"@"' "$page"/*.js
unknown=$(comm -13 <(document_members) <(page_members))
same "what $page reads" none "${unknown:-none}"

((differences == 0)) || fail "see above: change $definition or those places"
