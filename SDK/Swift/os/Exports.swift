// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The headers of this module, so that `import os.log` and the like find their submodules.
@_exported public import os
