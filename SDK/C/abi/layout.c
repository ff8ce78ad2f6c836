/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Prints the binary surface of the C ABI as this compiler lays it out, in the form of the records beside it.
 * Scripts/check-layout.sh builds, runs and compares it. */
#include "layout_assert.h"

#include <stdio.h>

#define TYPE(name, type) printf("type %s %s\n", #name, #type);
#define VALUE(name, count) printf("value %s size %zu\n", #name, sizeof(name));
#define TABLE(name, count) printf("table %s size %zu\n", #name, sizeof(name));
#define MEMBER(structure, member, offset, type) \
    printf("member %s.%s offset %zu size %zu %s\n", #structure, #member, \
           offsetof(structure, member), sizeof(((structure *)0)->member), #type);
#define CONSTANT(name, type, value) \
    printf("constant %s %s %lld\n", #name, #type, (long long)(name));
#define TEXT(name, value) printf("text %s \"%s\"\n", #name, name);
#define FUNCTION(name, type) printf("function %s %s\n", #name, #type);

int main(void) {
#include "layout.def"
    return 0;
}
