// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

//! What becomes of the closures that views call.

use crate::abi::{self, ContentTable};
use crate::{fake, fake_views, ContentExtension, Failure, Notification, Ui, View};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

struct Fixture {
    heard: Vec<&'static str>,
}

impl ContentExtension for Fixture {
    fn start() -> Result<Self, Failure> {
        Ok(Fixture { heard: Vec::new() })
    }

    fn did_receive(&mut self, _: Ui, _: Notification) -> Result<(), Failure> {
        Ok(())
    }

    fn stop(&mut self) {
        crate::log(crate::LogLevel::Info, &self.heard.join(", "));
    }
}

fn table() -> &'static ContentTable {
    fake::content_table::<Fixture>()
}

/// Starts an extension that has a button.
fn started() -> View {
    assert_eq!((table().start)(std::ptr::null_mut(), fake::host()), abi::OK);
    View::button().done().unwrap()
}

/// The words that the extension has taken down.
fn heard() -> Vec<String> {
    (table().stop)(std::ptr::null_mut());
    fake::heard()
}

fn tap(view: View) {
    fake_views::tapped(view).expect("the host has a handler").call();
}

/// What a closure has captured, and how many of it there are.
struct Captured(&'static str, Arc<AtomicUsize>);

impl Captured {
    fn new(word: &'static str, count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Captured(word, count.clone())
    }

    fn word(&self) -> &'static str {
        self.0
    }
}

impl Drop for Captured {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Ordering::SeqCst);
        if self.0 == "loud" {
            panic!("the file is not closed");
        }
    }
}

/// Has a tap note a word, by a closure that has captured it.
fn notes(view: View, word: &'static str, count: &Arc<AtomicUsize>) {
    let captured = Captured::new(word, count);
    let done = view.on_tap(move |this: &mut Fixture, _, ()| {
        this.heard.push(captured.word());
        Ok(())
    });
    done.unwrap();
}

#[test]
fn a_closure_has_what_it_captured_and_stays_for_further_taps() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    notes(view, "a word", &count);
    tap(view);
    tap(view);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert_eq!(heard(), ["log 1: a word, a word"]);
}

#[test]
fn a_closure_is_dropped_when_another_takes_its_place() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    notes(view, "the first", &count);
    let taken_up = fake_views::tapped(view).unwrap();
    notes(view, "the second", &count);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    tap(view);
    // The host took the first one up before it was replaced.
    taken_up.call();
    assert_eq!(heard(), ["log 1: the second"]);
}

#[test]
fn closures_are_dropped_with_their_view() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    let other = View::button().done().unwrap();
    notes(view, "gone", &count);
    notes(other, "there", &count);
    let taken_up = fake_views::tapped(view).unwrap();
    view.release().unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 1);
    taken_up.call();
    tap(other);
    assert_eq!(heard(), ["log 1: there"]);
}

#[test]
fn a_closure_that_releases_its_own_view_runs_to_its_end() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    let captured = Captured::new("still there", &count);
    let alive = count.clone();
    let release = move |this: &mut Fixture, _: Ui, ()| {
        view.release()?;
        assert_eq!(alive.load(Ordering::SeqCst), 1);
        this.heard.push(captured.word());
        Ok(())
    };
    view.on_tap(release).unwrap();
    tap(view);
    assert_eq!(count.load(Ordering::SeqCst), 0);
    assert_eq!(heard(), ["log 1: still there"]);
}

#[test]
fn a_closure_that_replaces_itself_runs_to_its_end() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    let (captured, counting) = (Captured::new("the first", &count), count.clone());
    let replace = move |this: &mut Fixture, _: Ui, ()| {
        notes(view, "the second", &counting);
        this.heard.push(captured.word());
        Ok(())
    };
    view.on_tap(replace).unwrap();
    tap(view);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    tap(view);
    assert_eq!(heard(), ["log 1: the first, the second"]);
}

#[test]
fn a_closure_that_the_host_refuses_is_dropped_and_the_one_before_stays() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    notes(view, "the first", &count);
    fake::with(|state| state.refuses = abi::ERROR_LIMIT);
    let captured = Captured::new("the second", &count);
    let refused = view.on_tap(move |this: &mut Fixture, _, ()| {
        this.heard.push(captured.word());
        Ok(())
    });
    assert_eq!(refused.unwrap_err().status, abi::ERROR_LIMIT);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    tap(view);
    assert_eq!(heard(), ["log 1: the first"]);
}

#[test]
fn a_panic_of_a_closure_or_of_its_destructor_is_logged() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    view.on_tap(|_: &mut Fixture, _, ()| panic!("not today")).unwrap();
    tap(view);
    let captured = Captured::new("loud", &count);
    let release = move |_: &mut Fixture, _: Ui, ()| {
        assert_eq!(captured.word(), "loud");
        Ok(view.release()?)
    };
    view.on_tap(release).unwrap();
    tap(view);
    assert_eq!(count.load(Ordering::SeqCst), 0);
    let panicked = "log 3: a handler of a view panicked: ";
    let expected = [format!("{panicked}not today"), format!("{panicked}the file is not closed")];
    assert_eq!(fake::heard(), expected);
}

#[test]
fn one_of_two_threads_that_register_is_the_last_for_host_and_crate() {
    let _turn = fake::begin();
    let (view, count) = (started(), Arc::default());
    let barrier = Arc::new(Barrier::new(2));
    let register = |word| {
        let (count, barrier) = (Arc::clone(&count), barrier.clone());
        std::thread::spawn(move || {
            barrier.wait();
            for _ in 0..20 {
                notes(view, word, &count);
            }
        })
    };
    for thread in [register("one"), register("another")] {
        thread.join().unwrap();
    }
    assert_eq!(count.load(Ordering::SeqCst), 1);
    tap(view);
    assert_eq!(heard().len(), 1);
    assert_ne!(heard()[0], "log 1: ");
}
