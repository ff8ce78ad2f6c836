// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::raw;
use alloc::string::String;
use alloc::vec::Vec;

/// Where the extension lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// `CFBundleIdentifier`.
    pub identifier: String,
    /// The `.appex` directory, readable.
    pub path: String,
    /// `NSExtensionPrincipalClass`; may be empty.
    pub principal_class: String,
    /// A directory that is the extension's own, writable.
    pub container: String,
}

impl Bundle {
    /// This extension's.
    pub fn current() -> Option<Bundle> {
        raw::bundle()
    }
}

/// What a directory is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// The extension's own.
    Data,
    /// Of an app group of the bundle's entitlements.
    Group,
    /// Of a keychain access group of them.
    Keychain,
    /// What this crate does not know yet: leave it alone.
    Other(u32),
}

/// A directory that outlives the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// What it is for.
    pub kind: FolderKind,
    /// The bundle's identifier, or the group's.
    pub identifier: String,
    /// Absolute.
    pub path: String,
    /// False where it is over the host's limit.
    pub is_writable: bool,
}

impl Folder {
    /// All of them; none on a host before 1.2.
    pub fn all() -> Vec<Folder> {
        raw::folders()
    }

    /// That of an app group.
    pub fn group(identifier: &str) -> Option<Folder> {
        let mut all = Self::all().into_iter();
        all.find(|each| each.kind == FolderKind::Group && each.identifier == identifier)
    }

    /// The extension's own.
    pub fn data() -> Option<Folder> {
        Self::all().into_iter().find(|each| each.kind == FolderKind::Data)
    }
}
