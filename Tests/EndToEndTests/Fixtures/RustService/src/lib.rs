// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! A service extension by belfry-extension; what it does with a notification is in the payload's
//! "does".

use belfry_extension::{
    service_extension, Bundle, Center, Completion, CompletionSlot, Content, Error, Failure,
    InterruptionLevel, Json, Request, ServiceExtension, Sound,
};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

struct RustService {
    does: Mutex<String>,
    // The centre's reply has it too.
    slot: Arc<CompletionSlot>,
}

/// Panics when it is dropped.
struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        panic!("the file is not closed");
    }
}

fn titled(request: Request, title: &str) -> Result<Content, Error> {
    let mut copy = request.copy()?;
    copy.set_title(title)?;
    Ok(copy)
}

impl ServiceExtension for RustService {
    fn start() -> Result<Self, Failure> {
        let identifier = Bundle::current().map_or(String::new(), |bundle| bundle.identifier);
        if identifier.ends_with("Refuses") {
            return Err("the key file is missing; put it into the bundle".into());
        }
        if identifier.ends_with("PanicsInStart") {
            panic!("the key file is missing; put it into the bundle");
        }
        Ok(RustService { does: Mutex::default(), slot: Arc::default() })
    }

    fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure> {
        let info = request.original().user_info();
        let does = Json::new(&info).get("does").and_then(|does| does.string());
        let does = does.ok_or("the payload does not say what to do")?;
        self.does.lock().unwrap().clone_from(&does);
        match does.as_str() {
            "completes" => completion.complete(titled(request, "changed")?),
            "panics" => panic!("no key"),
            "fails" => return Err("no key".into()),
            "panics in a destructor" => {
                let _file = Loud;
                completion.complete(titled(request, "changed")?);
            }
            "panics while it panics" => {
                let _file = Loud;
                panic!("no key");
            }
            "panics on a thread" => {
                let thread = thread::spawn(move || {
                    let _mine = completion;
                    panic!("on a thread");
                });
                // Its end is what the log has to say.
                let _ = thread.join();
            }
            "answers on a thread" => {
                thread::spawn(move || -> Result<(), Error> {
                    completion.complete(titled(request, "changed")?);
                    Ok(())
                });
            }
            "forgets" => {}
            "uses what is gone" => {
                let kept = titled(request, "kept")?;
                completion.complete(titled(request, "changed")?);
                thread::spawn(move || request.checkpoint(&kept)).join().unwrap()?;
            }
            "reads when all is said" => {
                let original = request.original();
                let reader = thread::spawn(move || {
                    while request.identifier().is_ok() {
                        // Empty once the request is decided.
                        assert!(["before", ""].contains(&original.title().as_str()));
                    }
                });
                completion.complete(titled(request, "changed")?);
                // It goes on while this callback returns.
                drop(reader);
            }
            "is refused" => {
                let mut copy = titled(request, "changed")?;
                copy.set_body(&"x".repeat(70_000))?;
                completion.complete(copy);
            }
            "waits for the end" | "panics at the end" | "panics with the answer at the end" => {
                self.slot.put(completion);
                while !request.is_decided() {
                    thread::yield_now();
                }
                if let Some(late) = self.slot.take() {
                    late.complete_with_original();
                }
            }
            "asks the centre" | "panics in a reply" | "panics with the answer in a reply" => {
                self.slot.put(completion);
                let slot = Arc::clone(&self.slot);
                let center = Center::current().ok_or("there is no centre")?;
                center.pending(move |answer| {
                    if does == "panics in a reply" {
                        panic!("no such answer");
                    }
                    let title = answer.unwrap_or_else(|_| "an error".into());
                    if let (Some(completion), Ok(content)) = (slot.take(), titled(request, &title))
                    {
                        if does == "panics with the answer in a reply" {
                            panic!("no such answer");
                        }
                        completion.complete(content);
                    }
                })?;
            }
            "panics at a pressure" => {
                while !request.is_decided() {}
                completion.complete_with_original();
            }
            // Seven eighths of 24 MB, held until the time is up.
            "panics at a pressure of memory" => {
                let memory = vec![1u8; 21 << 20];
                self.slot.put(completion);
                while !request.is_decided() {
                    thread::yield_now();
                }
                if let (Some(late), Some(1)) = (self.slot.take(), memory.first()) {
                    late.complete_with_original();
                }
            }
            "crashes after a checkpoint" => {
                let mut best = titled(request, "best so far")?;
                request.checkpoint(&best)?;
                best.set_title("never seen")?;
                std::process::abort();
            }
            "drops" => {
                if let Err((error, completion)) = completion.drop_notification("duplicate") {
                    completion.complete(titled(request, &error.to_string())?);
                }
            }
            "reads" => reads(request, completion, &info)?,
            other => return Err(format!("it cannot do {other}").into()),
        }
        Ok(())
    }

    fn memory_pressure(&self, used: u64, limit: u64) {
        assert!(used >= limit, "not so much");
    }

    fn cpu_pressure(&self, used: Duration, limit: Duration) {
        assert!(used >= limit, "not so fast");
    }

    fn will_expire(&self, request: Request, grace: Duration) {
        let does = self.does.lock().unwrap().clone();
        if does == "panics at the end" {
            panic!("no best attempt");
        }
        let title = if grace.as_nanos() > 0 { "best attempt" } else { "no grace" };
        if let (Some(completion), Ok(content)) = (self.slot.take(), titled(request, title)) {
            if does == "panics with the answer at the end" {
                panic!("no best attempt");
            }
            completion.complete(content);
        }
    }
}

fn reads(request: Request, completion: Completion, info: &str) -> Result<(), Failure> {
    let info = Json::new(info);
    let mut title = info.at(&["deep", "a \"b\" ü"]).and_then(|text| text.string()).ok_or("deep")?;
    for each in info.get("list").ok_or("list")?.elements() {
        title += &each.integer().map_or("|-".into(), |number| format!("|{number}"));
    }
    title += if info.at(&["aps", "alert", "no"]).is_some() { "|there" } else { "|none" };
    title +=
        if info.get("yes").and_then(|yes| yes.boolean()) == Some(true) { "|yes" } else { "|no" };
    title += "|";
    title += &Bundle::current().ok_or("bundle")?.identifier;
    let mut copy = titled(request, &title)?;
    let badge = copy.badge().unwrap_or(41) + 1;
    copy.set_badge(Some(badge))?.set_interruption_level(InterruptionLevel::Passive)?;
    copy.set_sound(Sound::Named)?.set_sound_name("bell.caf")?.set_relevance_score(Some(0.5))?;
    copy.set_summary_argument_count(Some(2))?.set_relevance_score(None)?;
    completion.complete(copy);
    Ok(())
}

service_extension!(RustService);
