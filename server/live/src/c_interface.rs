//! The module's exports: room for a message, its answer, and releasing that. The module imports nothing.
//!
//! Buffers stay this file's own, found by their address, so that no pointer from outside is ever followed here: a wrong one is no
//! buffer. Exported names are all that the compiler calls unsafe about it: two functions of one name in a program would be.
#![expect(unsafe_code, reason = "functions are exported by their own names")]
#![expect(unreachable_pub, reason = "they are reached by those names, from outside of the program")]

use std::cell::RefCell;

use crate::{Session, answer};

thread_local! {
    /// Messages that are being written, and answers that are being read. WebAssembly has one thread here.
    static BUFFERS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Room for a message of so many bytes, all zero: where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *const u8 {
    keep(vec![0; length.max(1)])
}

/// Answers the message at `pointer`, which is released. The answer's address is the upper half, its length the lower one.
#[unsafe(no_mangle)]
pub extern "C" fn call(pointer: *const u8, length: usize) -> u64 {
    let message = take(pointer).unwrap_or_default();
    let message = message.get(..length).unwrap_or(&message);
    let answer = SESSION.with_borrow_mut(|session| answer(session, message)).into_bytes();
    let length = answer.len() as u64;
    ((keep(answer) as u64) << 32) | length
}

/// Releases an answer, or a message that is not to be sent after all.
#[unsafe(no_mangle)]
pub extern "C" fn release(pointer: *const u8, _length: usize) {
    take(pointer);
}

fn keep(buffer: Vec<u8>) -> *const u8 {
    let pointer = buffer.as_ptr();
    BUFFERS.with_borrow_mut(|buffers| buffers.push(buffer));
    pointer
}

fn take(pointer: *const u8) -> Option<Vec<u8>> {
    BUFFERS.with_borrow_mut(|buffers| {
        let at = buffers.iter().position(|buffer| buffer.as_ptr() == pointer)?;
        Some(buffers.swap_remove(at))
    })
}
