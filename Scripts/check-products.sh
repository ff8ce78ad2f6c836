#!/usr/bin/env bash
# Builds the SDK's modules of others, and checks what is built as others use it: how it is linked, the
# workflow for authors, a package of its own with an extension, and one that hosts extensions. Then
# builds the tests.
#
#   check-products.sh [ARGUMENT…]   further arguments for the build of the tests
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

Scripts/build-modules.sh "SDK/.build/${CONFIGURATION:-debug}"
Scripts/verify-linkage.sh
Scripts/check-workflow.sh
Scripts/check-package.sh
Scripts/check-embedding.sh
for package in SDK .; do
    swift build --package-path "$package" --build-tests \
        --configuration "${CONFIGURATION:-debug}" "$@"
done
