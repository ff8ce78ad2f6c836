// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! What becomes of a response that an extension does not answer.

use crate::abi::{self, ContentTable, ResponseHandle};
use crate::{
    fake, ContentExtension, Failure, Notification, Response, ResponseCompletion, ResponseOption, Ui,
};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

static DOES: Mutex<&str> = Mutex::new("");

struct Fixture {
    kept: Option<ResponseCompletion>,
}

impl ContentExtension for Fixture {
    fn start() -> Result<Self, Failure> {
        Ok(Fixture { kept: None })
    }

    fn did_receive(&mut self, _: Ui, _: Notification) -> Result<(), Failure> {
        Ok(())
    }

    fn did_receive_response(
        &mut self,
        _: Ui,
        _: Response,
        completion: ResponseCompletion,
    ) -> Result<(), Failure> {
        let does = *DOES.lock().unwrap();
        match does {
            "panic" => panic!("no such action"),
            "fail" => return Err("no such action".into()),
            "catch" => {
                let lost = || {
                    let _mine = completion;
                    panic!("no such action");
                };
                assert!(catch_unwind(AssertUnwindSafe(lost)).is_err());
                crate::log(crate::LogLevel::Info, "it goes on");
            }
            "keep" => self.kept = Some(completion),
            "thread" => std::thread::spawn(move || drop(completion)).join().unwrap(),
            _ => {
                completion.complete(ResponseOption::DoNotDismiss);
                panic!("after the answer");
            }
        }
        Ok(())
    }

    fn media_play(&mut self, _: Ui) {
        let _kept = self.kept.take();
        panic!("no film");
    }
}

fn table() -> &'static ContentTable {
    fake::content_table::<Fixture>()
}

/// Asks the extension about a response, and returns what the host heard.
fn respond(does: &'static str) -> Vec<String> {
    *DOES.lock().unwrap() = does;
    let content = table();
    assert_eq!((content.start)(std::ptr::null_mut(), fake::host()), abi::OK);
    let response = ResponseHandle { id: 1 };
    (content.did_receive_response)(std::ptr::null_mut(), response, fake::responded);
    fake::heard()
}

const ABANDONED: &str =
    "log 2: the response's completion was dropped without an answer: the app gets the response";
const FORWARDED: &str = "response: 2";

#[test]
fn a_panic_is_logged_before_the_app_gets_the_response() {
    let _turn = fake::begin();
    let log = "log 3: did_receive_response panicked: no such action; the app gets the response";
    assert_eq!(respond("panic"), [log, FORWARDED]);
}

#[test]
fn an_error_is_logged_before_the_app_gets_the_response() {
    let _turn = fake::begin();
    let log = "log 3: did_receive_response failed: no such action; the app gets the response";
    assert_eq!(respond("fail"), [log, FORWARDED]);
}

#[test]
fn a_panic_after_the_answer_answers_nothing_more() {
    let _turn = fake::begin();
    let log = "log 3: did_receive_response panicked: after the answer";
    assert_eq!(respond(""), ["response: 0", log]);
}

#[test]
fn a_completion_dropped_in_a_callback_answers_when_that_returns() {
    let _turn = fake::begin();
    assert_eq!(respond("catch"), ["log 1: it goes on", ABANDONED, FORWARDED]);
}

#[test]
fn a_completion_dropped_on_another_thread_answers_at_once() {
    let _turn = fake::begin();
    assert_eq!(respond("thread"), [ABANDONED, FORWARDED]);
}

#[test]
fn a_completion_that_another_callback_drops_waits_for_that_ones_panic() {
    let _turn = fake::begin();
    assert!(respond("keep").is_empty());
    (table().media_play)(std::ptr::null_mut());
    let log = "log 3: media_play panicked: no film; the app gets the response";
    assert_eq!(fake::heard(), [log, FORWARDED]);
}
