/* header-only */
