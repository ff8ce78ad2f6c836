/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* layout.def as compile-time assertions, for C11 and later and for C++17 and later. A failure names
 * the struct and the member; see ABI-2 in belfry/base.h before changing either side. */
#ifndef BELFRY_LAYOUT_ASSERT_H
#define BELFRY_LAYOUT_ASSERT_H

#include <belfry/belfry.h>

#ifdef __cplusplus
#include <type_traits>
#define BF_ASSERT static_assert
/* Whether `expression`, as a value, has the type `expected`. */
#define BF_ASSERT_TYPE(expression, expected) \
    std::is_same<std::remove_reference_t<decltype(expression)>, expected>::value
#define BF_ASSERT_FIELD(structure, member) structure::member
#else
#define BF_ASSERT _Static_assert
#define BF_ASSERT_TYPE(expression, expected) _Generic((expression), expected: 1, default: 0)
#define BF_ASSERT_FIELD(structure, member) ((structure *)0)->member
#endif

#define TYPE(name, type) \
    BF_ASSERT(BF_ASSERT_TYPE((name)0, type), "ABI-2: " #name " is no longer " #type);
#define VALUE(name, count) \
    BF_ASSERT(sizeof(name) == count, "ABI-2: " #name " is no longer " #count " bytes");
#define TABLE(name, count) VALUE(name, count)
#define MEMBER(structure, member, offset, type) \
    BF_ASSERT(offsetof(structure, member) == offset, "ABI-2: " #structure "." #member " moved"); \
    BF_ASSERT(BF_ASSERT_TYPE(BF_ASSERT_FIELD(structure, member), type), \
              "ABI-2: " #structure "." #member " is no longer " #type);
#define CONSTANT(name, type, value) \
    BF_ASSERT(BF_ASSERT_TYPE(name, type), "ABI-2: " #name " is no longer " #type); \
    BF_ASSERT((name) == (value), "ABI-2: " #name " is no longer " #value);
#define TEXT(name, value) \
    BF_ASSERT(sizeof(name) == sizeof(value), "ABI-2: " #name " is no longer " #value);
#define FUNCTION(name, type) \
    BF_ASSERT(BF_ASSERT_TYPE(&name, type), "ABI-2: " #name " is no longer " #type);

#include "layout.def"

#undef TYPE
#undef VALUE
#undef TABLE
#undef MEMBER
#undef CONSTANT
#undef TEXT
#undef FUNCTION

#endif
