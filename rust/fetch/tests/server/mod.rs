//! A web server on 127.0.0.1 for tests, made of the standard library alone so that it can misbehave in every way.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server that answers each connection by one function until the test process ends.
pub(crate) struct Server {
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server; `answer` gets the request head and the connection.
    pub(crate) fn start(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free loopback port");
        let port = listener.local_addr().expect("a bound port").port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for connection in listener.incoming() {
                let Ok(mut connection) = connection else { continue };
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || {
                    let head = read_head(&mut connection);
                    log.lock().expect("no test panics with the log").push(head.clone());
                    answer(&head, &mut connection);
                });
            }
        });
        Server { port, requests }
    }

    /// Starts a server that sends the same bytes to everybody.
    pub(crate) fn fixed(response: impl Into<Vec<u8>>) -> Self {
        let response = response.into();
        Server::start(move |_, connection| send(connection, &response))
    }

    /// TCP port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// URL of a path on the literal address.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Request heads so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no test panics with the log").clone()
    }
}

/// Writes and ignores a client that has hung up: being cut off is what many tests are about.
pub(crate) fn send(connection: &mut TcpStream, bytes: &[u8]) {
    let _ = connection.write_all(bytes);
}

/// A complete response with a length.
pub(crate) fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A redirect.
pub(crate) fn redirect(location: &str) -> Vec<u8> {
    response("302 Found", &format!("Location: {location}\r\n"), b"moved")
}

fn read_head(connection: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0_u8; 1];
    // A TLS greeting has no blank line; what has no HTTP letter at its start is handed over as it came.
    while !head.ends_with(b"\r\n\r\n") && head.first() != Some(&22) {
        match connection.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&head).into_owned()
}
