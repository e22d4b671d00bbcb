//! Turns a name into addresses: once per hop, before the decision, and never again for the same connection.
//!
//! It is a trait so that a caller can bring its own resolver and tests can play a hostile one.

use std::net::{IpAddr, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A source of addresses for names.
pub trait LookUp: Sync {
    /// All addresses of `name`, in the order of preference; empty when there are none within `timeout`.
    ///
    /// Called at most once per hop of a fetch, never for literal addresses.
    fn look_up(&self, name: &str, timeout: Duration) -> Vec<IpAddr>;
}

/// The resolver of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookUp;

impl LookUp for SystemLookUp {
    fn look_up(&self, name: &str, timeout: Duration) -> Vec<IpAddr> {
        let (sender, receiver) = mpsc::channel();
        let name = name.to_owned();
        // The system call cannot be cancelled. Its thread is left behind when the time is up and ends by the limits
        // of the resolver itself; without threads a dead name server would hold the caller past the deadline.
        let spawned = thread::Builder::new().name("pagewarden-look-up".to_owned()).spawn(move || {
            let found = (name.as_str(), 0).to_socket_addrs();
            let addresses = found.map(|all| all.map(|socket| socket.ip()).collect::<Vec<_>>());
            // The receiver is gone when the caller stopped waiting; then nobody needs the answer.
            let _ = sender.send(addresses.unwrap_or_default());
        });
        if spawned.is_err() {
            return Vec::new();
        }
        receiver.recv_timeout(timeout).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_machine_knows_itself() {
        let addresses = SystemLookUp.look_up("localhost", Duration::from_secs(5));
        assert!(!addresses.is_empty());
        assert!(addresses.iter().all(IpAddr::is_loopback));
    }
}
