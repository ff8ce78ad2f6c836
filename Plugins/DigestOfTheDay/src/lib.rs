// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A service extension in Rust: it merges the news of a day into one text, and drops what it has
//! shown already. README.md says how to run it.

use belfry_extension::{
    service_extension, Completion, ContentRef, Failure, Folder, Json, Request, ServiceExtension,
};
use std::fs;
use std::path::{Path, PathBuf};

struct DigestOfTheDay {
    file: PathBuf,
}

impl ServiceExtension for DigestOfTheDay {
    fn start() -> Result<Self, Failure> {
        let folder = Folder::data().ok_or("the host keeps no data for this extension")?;
        Ok(DigestOfTheDay { file: Path::new(&folder.path).join("digest.txt") })
    }

    fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure> {
        let item = Item::read(&request.original())?;
        let mut digest = Digest::read(&self.file, &item.day);
        if digest.items.iter().any(|(id, _)| *id == item.id) {
            return completion.drop_notification("duplicate").map_err(|(error, _)| error.into());
        }
        digest.items.push((item.id, item.text));

        let mut best = request.copy()?;
        if digest.items.len() > 1 {
            let lines: Vec<String> =
                digest.items.iter().map(|(_, text)| format!("• {text}")).collect();
            best.set_title(&format!("{} news of the day", lines.len()))?;
            best.set_body(&lines.join("\n"))?;
        }
        best.set_thread_identifier(&digest.day)?;
        digest.write(&self.file)?;
        completion.complete(best);
        Ok(())
    }
}

/// What a push brings.
struct Item {
    id: String,
    day: String,
    text: String,
}

impl Item {
    fn read(content: &ContentRef) -> Result<Self, Failure> {
        let info = content.user_info();
        let member = |name: &str| {
            let found = Json::new(&info).get(name).and_then(|value| value.string());
            found.ok_or_else(|| format!("the payload has no \"{name}\""))
        };
        // A line holds one item.
        let text = content.body().replace('\n', " ");
        Ok(Item { id: member("id")?.replace(['\t', '\n'], " "), day: member("day")?, text })
    }
}

/// What was shown of a day: the day in the first line, then an item a line.
struct Digest {
    day: String,
    items: Vec<(String, String)>,
}

impl Digest {
    /// What is kept of the day; nothing of another.
    fn read(file: &Path, day: &str) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let mut lines = text.lines();
        let is_today = lines.next() == Some(day);
        let items = lines.filter(|_| is_today).filter_map(|line| line.split_once('\t'));
        let items = items.map(|(id, text)| (id.into(), text.into())).collect();
        Digest { day: day.into(), items }
    }

    /// Another run may read at the same time, so the file is replaced as a whole.
    fn write(&self, file: &Path) -> std::io::Result<()> {
        let mut text = format!("{}\n", self.day);
        for (id, line) in &self.items {
            text += &format!("{id}\t{line}\n");
        }
        let beside = file.with_extension("new");
        fs::write(&beside, text)?;
        fs::rename(beside, file)
    }
}

service_extension!(DigestOfTheDay);
