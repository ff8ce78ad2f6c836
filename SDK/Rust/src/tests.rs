// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

use crate::abi::{self, CompletionFunction, ContentHandle, Extension, Service, Text};
use crate::fake::{self, REQUEST};
use crate::{
    entry, raw, Attachment, Completion, CompletionSlot, ContentExtension, Error, Failure,
    InterruptionLevel, Json, Notification, Request, ServiceExtension, Ui,
};
use std::mem::{align_of, size_of};
use std::sync::Mutex;
use std::time::Duration;

static DOES: Mutex<&str> = Mutex::new("");
static KEPT: Mutex<Option<Completion>> = Mutex::new(None);

struct Fixture;

impl ServiceExtension for Fixture {
    const HAS_MAIN_LOOP: bool = true;

    fn start() -> Result<Self, Failure> {
        let does = *DOES.lock().unwrap();
        match does {
            "refuse" => Err("the key file is missing".into()),
            "panic in start" => panic!("no key file"),
            _ => Ok(Fixture),
        }
    }

    fn did_receive(&self, request: Request, completion: Completion) -> Result<(), Failure> {
        let does = *DOES.lock().unwrap();
        let mut best = request.copy()?;
        match does {
            "panic" => panic!("no key"),
            "fail" => return Err("no key".into()),
            "forget" => return Ok(()),
            "keep" => {
                *KEPT.lock().unwrap() = Some(completion);
                return Ok(());
            }
            "set" => {
                best.set_title("changed")?.set_badge(Some(3))?;
                best.set_interruption_level(InterruptionLevel::Critical)?;
            }
            _ => {}
        }
        completion.complete(best);
        if does == "late" {
            panic!("after the answer");
        }
        Ok(())
    }

    fn will_expire(&self, _: Request, _: Duration) {
        let _completion = KEPT.lock().unwrap().take();
        panic!("no best attempt");
    }

    fn run(&self) {
        panic!("no main loop");
    }

    fn stop(&self) {
        panic!("no goodbye");
    }
}

/// Calls the extension as the host does, and returns what the host heard.
fn receive(does: &'static str) -> Vec<String> {
    *DOES.lock().unwrap() = does;
    let service = service();
    assert_eq!((service.start)(std::ptr::null_mut(), fake::host()), abi::OK);
    fake::enter();
    (service.did_receive)(std::ptr::null_mut(), REQUEST, fake::answered);
    fake::leave();
    fake::heard()
}

fn extension() -> &'static Extension {
    let mut version = abi::VERSION_CURRENT + 7;
    let found = entry::enter_service::<Fixture>(Some(&mut version)).unwrap();
    assert_eq!(version, abi::VERSION_CURRENT);
    found
}

fn text(value: &'static str) -> Text {
    Text { bytes: value.as_ptr(), count: value.len() as u64 }
}

#[allow(unsafe_code)]
fn service() -> &'static Service {
    let extension = extension();
    let found = (extension.interface)(std::ptr::null_mut(), text("bf.service/1"));
    assert!((extension.interface)(std::ptr::null_mut(), text("bf.content/1")).is_null());
    // SAFETY: the table of this id is a `Service`, and lives as long as the process.
    unsafe { &*found.cast::<Service>() }
}

#[test]
fn delivers_what_was_changed() {
    let _turn = fake::begin();
    assert_eq!(receive("set"), ["answer: changed"]);
    assert_eq!(fake::with(|state| state.integers.clone()).len(), 2);
}

#[test]
fn a_panic_is_logged_before_the_original_is_delivered() {
    let _turn = fake::begin();
    let heard = receive("panic");
    let log = "log 3: did_receive panicked: no key; the original is delivered";
    assert_eq!(heard, ["release 101", log, "answer: the original"]);
}

#[test]
fn an_error_is_logged_before_the_original_is_delivered() {
    let _turn = fake::begin();
    let heard = receive("fail");
    let log = "log 3: did_receive failed: no key; the original is delivered";
    assert_eq!(heard, ["release 101", log, "answer: the original"]);
}

#[test]
fn a_panic_of_will_expire_is_logged_before_the_original_is_delivered() {
    let _turn = fake::begin();
    receive("keep");
    (service().will_expire)(std::ptr::null_mut(), REQUEST, 1);
    let log = "log 3: will_expire panicked: no best attempt; the original is delivered";
    assert_eq!(fake::heard()[1..], [log, "answer: the original"]);
}

#[test]
fn a_completion_that_is_forgotten_delivers_the_original() {
    let _turn = fake::begin();
    let heard = receive("forget");
    assert_eq!(
        heard[1..],
        [
            "log 2: the completion was dropped without an answer: the original is delivered",
            "answer: the original",
        ]
    );
}

#[test]
fn a_panic_after_the_answer_answers_nothing_more() {
    let _turn = fake::begin();
    let heard = receive("late");
    assert_eq!(heard, ["answer: before", "log 3: did_receive panicked: after the answer"]);
}

#[test]
fn an_error_of_start_is_explained() {
    let _turn = fake::begin();
    *DOES.lock().unwrap() = "refuse";
    let status = (service().start)(std::ptr::null_mut(), fake::host());
    assert_eq!(status, abi::ERROR_FAILED);
    assert_eq!(fake::heard(), ["explain: the key file is missing"]);
}

#[test]
fn a_panic_of_start_is_explained() {
    let _turn = fake::begin();
    *DOES.lock().unwrap() = "panic in start";
    let status = (service().start)(std::ptr::null_mut(), fake::host());
    assert_eq!(status, abi::ERROR_FAILED);
    assert_eq!(fake::heard(), ["explain: start panicked: no key file"]);
}

#[test]
#[allow(unsafe_code)]
fn a_panic_of_run_and_of_stop_is_logged() {
    let _turn = fake::begin();
    *DOES.lock().unwrap() = "";
    let service = service();
    assert_eq!((service.start)(std::ptr::null_mut(), fake::host()), abi::OK);
    let found = (extension().interface)(std::ptr::null_mut(), text("bf.mainloop/1"));
    // SAFETY: the table of this id is a `MainLoop`, and lives as long as the process.
    let main_loop = unsafe { &*found.cast::<raw::MainLoop>() };
    (main_loop.run)(std::ptr::null_mut());
    (service.stop)(std::ptr::null_mut());
    let expected = ["log 3: run panicked: no main loop", "log 3: stop panicked: no goodbye"];
    assert_eq!(fake::heard(), expected);
}

#[test]
fn a_completion_travels_to_another_thread() {
    let _turn = fake::begin();
    let completion = Completion::new(REQUEST, fake::answered);
    let request = completion.request();
    std::thread::spawn(move || completion.complete(request.copy().unwrap())).join().unwrap();
    assert_eq!(fake::heard(), ["answer: before"]);
}

#[test]
fn a_completion_dropped_on_another_thread_delivers_the_original_at_once() {
    let _turn = fake::begin();
    let completion = Completion::new(REQUEST, fake::answered);
    std::thread::spawn(move || drop(completion)).join().unwrap();
    assert_eq!(fake::heard().last().unwrap(), "answer: the original");
}

#[test]
fn a_completion_after_the_end_says_nothing() {
    let _turn = fake::begin();
    let completion = Completion::new(REQUEST, fake::answered);
    fake::with(|state| state.is_decided = true);
    completion.complete_with_original();
    drop(Completion::new(REQUEST, fake::answered));
    assert!(fake::heard().is_empty());
}

#[test]
fn a_slot_gives_its_completion_once() {
    let _turn = fake::begin();
    let slot = CompletionSlot::new();
    slot.put(Completion::new(REQUEST, fake::answered));
    slot.take().unwrap().complete_with_original();
    assert!(slot.take().is_none());
    assert_eq!(fake::heard(), ["answer: the original"]);
}

#[test]
fn a_drop_that_is_denied_gives_the_completion_back() {
    let _turn = fake::begin();
    fake::with(|state| state.refuses = -5);
    let completion = Completion::new(REQUEST, fake::answered);
    let (error, completion) = completion.drop_notification("duplicate").unwrap_err();
    assert_eq!(error.to_string(), "drop: the manifest does not allow it (-5)");
    fake::with(|state| state.refuses = abi::OK);
    completion.drop_notification("duplicate").unwrap();
    assert_eq!(fake::heard(), ["drop: duplicate"]);
}

#[test]
fn a_text_is_a_copy_that_outlives_the_request() {
    let _turn = fake::begin();
    let title = Request(REQUEST).original().title();
    fake::answered(ContentHandle { id: 0 });
    assert_eq!(title, "before");
}

#[test]
fn a_text_of_a_decided_request_is_an_error_while_its_callback_returns() {
    let _turn = fake::begin();
    let request = Request(REQUEST);
    let original = request.original();
    let kept = request.copy().unwrap();
    fake::enter();
    Completion::new(REQUEST, fake::answered).complete_with_original();
    let thread = std::thread::spawn(move || {
        let expired = |call| Err(Error { status: abi::ERROR_EXPIRED, call });
        assert_eq!(original.text(1), expired("get_text"));
        assert_eq!(kept.text(1), expired("get_text"));
        assert_eq!(original.title(), "");
        assert_eq!(request.identifier(), expired("request_identifier"));
    });
    thread.join().unwrap();
    fake::leave();
}

#[test]
fn a_refused_setter_is_an_error_with_its_call() {
    let _turn = fake::begin();
    let mut content = Request(REQUEST).copy().unwrap();
    fake::with(|state| state.refuses = abi::ERROR_LIMIT);
    let error = content.set_title("long").unwrap_err();
    assert_eq!(error.to_string(), "set_text: it is over a limit of the host (-4)");
    assert_eq!(content.badge(), None);
}

#[test]
fn an_attachment_says_what_is_set() {
    let _turn = fake::begin();
    let mut content = Request(REQUEST).copy().unwrap();
    let file = Attachment { thumbnail_time: Some(2.0), ..Attachment::new("a.gif") };
    content.attach(file).unwrap();
    assert_eq!(fake::heard(), ["attach a.gif flags 4 of 96"]);
    assert!(Request(REQUEST).checkpoint(&content).unwrap());
    assert_eq!(Request(REQUEST).remaining().as_nanos(), 2000);
}

#[test]
fn a_host_of_another_major_or_too_old_is_refused() {
    struct Draws;
    impl ContentExtension for Draws {
        fn start() -> Result<Self, Failure> {
            Ok(Draws)
        }
        fn did_receive(&mut self, _: Ui, _: Notification) -> Result<(), Failure> {
            Ok(())
        }
    }
    assert!(entry::enter_service::<Fixture>(Some(&mut (2 << 16))).is_none());
    assert!(entry::enter_service::<Fixture>(None).is_none());
    assert!(entry::enter_content::<Draws>(Some(&mut (abi::VERSION_1_0 + 2))).is_none());
    assert!(entry::enter_content::<Draws>(Some(&mut abi::VERSION_1_3.clone())).is_some());
}

/// The sizes that SDK/C/abi/layout.def has.
#[test]
fn the_structs_are_those_of_the_headers() {
    let pointer = size_of::<CompletionFunction>();
    assert_eq!((pointer, align_of::<f64>()), (8, 8));
    let sizes = [
        (size_of::<Text>(), 16),
        (size_of::<abi::Attachment>(), 96),
        (size_of::<abi::Host11>(), 184),
        (size_of::<abi::Bundle>(), 72),
        (size_of::<abi::Folder>(), 40),
        (size_of::<abi::Storage>(), 16),
        (size_of::<abi::Center>(), 80),
        (size_of::<abi::Image>(), 40),
        (size_of::<abi::TextRun>(), 48),
        (size_of::<abi::ConstraintRule>(), 56),
        (size_of::<abi::Views>(), 216),
        (size_of::<abi::AttachmentInfo>(), 56),
        (size_of::<abi::MediaButton>(), 48),
        (size_of::<abi::Presentation>(), 144),
        (size_of::<abi::Service>(), 56),
        (size_of::<abi::ContentTable>(), 80),
        (size_of::<abi::Extension>(), 56),
    ];
    for (index, (found, expected)) in sizes.into_iter().enumerate() {
        assert_eq!(found, expected, "struct {index}");
    }
}

#[test]
fn json_is_read_where_it_stands() {
    let document = r#" {"a \"b\" \u00fc": {"list": [1, [2, 3], "x", -4.5, true]}, "n": null} "#;
    let json = Json::new(document);
    let list = json.at(&["a \"b\" ü", "list"]).unwrap().elements();
    assert_eq!(list.len(), 5);
    assert_eq!(list[0].integer(), Some(1));
    assert_eq!(list[1].text(), "[2, 3]");
    assert_eq!(list[2].string().unwrap(), "x");
    assert_eq!(list[3].number(), Some(-4.5));
    assert_eq!(list[4].boolean(), Some(true));
    assert_eq!(json.get("n").unwrap().string(), None);
    let text = Json::new(r#""\u2603\ud83d\ude00\n\ud800x\u12""#).string().unwrap();
    assert_eq!(text, "☃😀\n\u{FFFD}x\u{FFFD}");
}

#[test]
fn what_is_no_json_reads_as_nothing() {
    let torn = ["", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":}", "[", "[,", "]", "\"\\", "\\u"];
    for document in torn {
        let json = Json::new(document);
        assert!(json.get("b").is_none(), "{document}");
        assert!(json.elements().len() <= 1, "{document}");
        assert!(json.string().map_or(true, |text| text.len() < 4), "{document}");
    }
    assert_eq!(Json::quote("a\"\\\n\u{1f}"), r#""a\"\\\u000a\u001f""#);
    let deep = "[".repeat(100_000);
    assert!(Json::new(&deep).elements().len() <= 1);
}
