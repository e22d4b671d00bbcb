//! Fetches from a real server on the loopback interface: redirects, limits and pinning as a hostile server meets them.

mod server;

use std::io::Write;
use std::net::{IpAddr, TcpListener};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use pagewarden_core::{Error, Policy};
use pagewarden_fetch::{Cut, Fetched, Limits, LookUp, fetch, fetch_with};
use server::{Server, redirect, response, send};

fn allowing(servers: &[&Server]) -> Policy {
    let entries: Vec<String> = servers.iter().map(|server| format!("127.0.0.1:{}", server.port())).collect();
    Policy::new(&entries, &[], &[]).expect("a valid policy")
}

fn get(server: &Server, path: &str) -> Result<Fetched, Error> {
    fetch(&server.url(path), &allowing(&[server]), &Limits::default())
}

fn within(milliseconds: u64) -> Limits {
    Limits { timeout: Duration::from_millis(milliseconds), ..Limits::default() }
}

/// Plays the given answers, one per look-up, and fails the test when asked more often.
struct Scripted(Mutex<Vec<Vec<IpAddr>>>);

impl Scripted {
    fn new(look_ups: &[&[&str]]) -> Self {
        let parse = |answer: &&[&str]| answer.iter().map(|text| text.parse().expect("an address")).collect();
        Scripted(Mutex::new(look_ups.iter().rev().map(parse).collect()))
    }

    fn left(&self) -> usize {
        self.0.lock().expect("no panic in a look-up").len()
    }
}

impl LookUp for Scripted {
    fn look_up(&self, _: &str, _: Duration) -> Vec<IpAddr> {
        self.0.lock().expect("no panic in a look-up").pop().expect("a look-up that the script foresees")
    }
}

#[test]
fn a_page_comes_with_its_type_and_an_honest_request_goes_out() {
    let server = Server::fixed(response("200 OK", "Content-Type: text/html; charset=utf-8\r\n", b"<p>hello"));
    let url = format!("http://user:word@127.0.0.1:{}/a?b=c#d", server.port());
    let page = fetch(&url, &allowing(&[&server]), &Limits::default()).expect("a page");
    assert_eq!((page.status, page.body.as_slice(), page.truncated), (200, &b"<p>hello"[..], false));
    assert_eq!(page.content_type.as_deref(), Some("text/html; charset=utf-8"));
    assert_eq!(page.url, server.url("/a?b=c#d"));
    assert!(page.redirects.is_empty());
    let shown = format!("{page:?}");
    assert!(!shown.contains("hello") && !shown.contains("127.0.0.1"), "{shown}");

    let head = server.requests().remove(0).to_ascii_lowercase();
    assert!(head.starts_with("get /a?b=c http/1.1\r\n"), "{head}");
    assert!(head.contains(&format!("host: 127.0.0.1:{}\r\n", server.port())), "{head}");
    assert!(head.contains(&format!("user-agent: pagewarden/{}\r\n", env!("CARGO_PKG_VERSION"))), "{head}");
    assert!(head.contains("accept: text/html") && head.contains("accept-encoding: gzip, br, deflate"), "{head}");
    for forbidden in ["cookie", "authorization", "referer", "origin:"] {
        assert!(!head.contains(forbidden), "{head}");
    }
}

#[test]
fn loopback_needs_an_entry_for_exactly_this_port() {
    let server = Server::fixed(response("200 OK", "", b"inner"));
    let other = Policy::new(&["127.0.0.1:1".to_owned()], &[], &[]).expect("a valid policy");
    for policy in [Policy::default(), other] {
        let refused = fetch(&server.url("/"), &policy, &Limits::default());
        assert_eq!(refused, Err(Error::Blocked { class: "loopback" }));
    }
    assert!(server.requests().is_empty());
    assert!(get(&server, "/").is_ok());
}

#[test]
fn redirects_are_followed_and_listed() {
    let server = Server::start(|head, connection| match head.split(' ').nth(1) {
        Some("/one") => send(connection, &redirect("two?x")),
        Some("/two?x") => send(connection, &redirect("/three")),
        _ => send(connection, &response("200 OK", "", b"end")),
    });
    let page = get(&server, "/one#part").expect("a page");
    assert_eq!(page.url, server.url("/three#part"));
    assert_eq!(page.redirects, [server.url("/one#part"), server.url("/two?x#part")]);
}

#[test]
fn a_redirect_to_an_inner_host_is_refused_before_it_is_contacted() {
    let inner = Server::fixed(response("200 OK", "", b"secret"));
    let targets = [
        (inner.url("/"), "loopback"),
        (format!("http://[::ffff:7f00:1]:{}/", inner.port()), "loopback"),
        ("http://10.0.0.1/".to_owned(), "private"),
        ("http://169.254.169.254/latest/".to_owned(), "metadata"),
        ("file:///etc/passwd".to_owned(), "scheme"),
        ("http://printer.local/".to_owned(), "name"),
        ("http:\\\\127.0.0.1".to_owned(), "url"),
    ];
    for (location, class) in targets {
        let server = Server::fixed(redirect(&location));
        assert_eq!(get(&server, "/"), Err(Error::Blocked { class }), "{location}");
    }
    assert!(inner.requests().is_empty());
}

#[test]
fn loops_and_long_chains_end() {
    let looping = Server::start(|head, connection| {
        let next = if head.starts_with("GET /a") { "/b" } else { "/a#again" };
        send(connection, &redirect(next));
    });
    assert_eq!(get(&looping, "/a"), Err(Error::Fetch { kind: "redirects", status: 302 }));
    assert_eq!(looping.requests().len(), 2);

    let endless = Server::start(|head, connection| {
        let number: u32 = head[5..].split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0);
        send(connection, &redirect(&format!("/{}", number + 1)));
    });
    assert_eq!(get(&endless, "/0"), Err(Error::Fetch { kind: "redirects", status: 302 }));
    assert_eq!(endless.requests().len(), 11);
    let none = Limits { max_redirects: 0, ..Limits::default() };
    let refused = fetch(&endless.url("/0"), &allowing(&[&endless]), &none);
    assert_eq!(refused, Err(Error::Fetch { kind: "redirects", status: 302 }));
}

#[test]
fn a_name_is_looked_up_once_per_hop_and_the_connection_keeps_its_name() {
    let server = Server::start(|head, connection| {
        let answer = if head.starts_with("GET /next") { response("200 OK", "", b"ok") } else { redirect("/next") };
        send(connection, &answer);
    });
    let host = format!("site.example.org:{}", server.port());
    let policy = Policy::new(std::slice::from_ref(&host), &[], &[]).expect("a valid policy");
    let names = Scripted::new(&[&["127.0.0.1"], &["127.0.0.1"]]);
    let page = fetch_with(&format!("http://{host}/"), &policy, &Limits::default(), &names).expect("a page");
    assert_eq!((page.body.as_slice(), names.left()), (&b"ok"[..], 0));
    assert!(server.requests().iter().all(|head| head.to_ascii_lowercase().contains(&format!("host: {host}\r\n"))));
}

#[test]
fn a_name_that_turns_bad_between_hops_is_refused() {
    let server = Server::fixed(redirect("/again"));
    let host = format!("site.example.org:{}", server.port());
    let policy = Policy::new(std::slice::from_ref(&host), &[], &[]).expect("a valid policy");
    for second in [&["169.254.169.254"][..], &["127.0.0.1", "169.254.169.254"], &[]] {
        let names = Scripted::new(&[&["127.0.0.1"], second]);
        let refused = fetch_with(&format!("http://{host}/"), &policy, &Limits::default(), &names);
        assert_eq!(refused, Err(Error::Blocked { class: "dns" }), "{second:?}");
        assert_eq!(names.left(), 0);
    }
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_public_name_with_an_inner_address_is_never_contacted() {
    let server = Server::fixed(response("200 OK", "", b"inner"));
    let url = format!("http://site.example.org:{}/", server.port());
    for answer in [&["127.0.0.1"][..], &["1.1.1.1", "127.0.0.1"], &["::1"], &[]] {
        let refused = fetch_with(&url, &Policy::default(), &Limits::default(), &Scripted::new(&[answer]));
        assert_eq!(refused, Err(Error::Blocked { class: "dns" }), "{answer:?}");
    }
    assert!(server.requests().is_empty());
}

#[test]
fn slow_servers_are_cut_at_the_deadline() {
    let silent = Server::start(|_, _| thread::sleep(Duration::from_secs(20)));
    let head = Server::start(|_, connection| {
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: ".iter().chain([b'a'; 400].iter()) {
            send(connection, &[*byte]);
            thread::sleep(Duration::from_millis(50));
        }
    });
    let interim = Server::start(|_, connection| {
        for _ in 0..400 {
            send(connection, b"HTTP/1.1 100 Continue\r\n\r\n");
            thread::sleep(Duration::from_millis(50));
        }
    });
    for server in [&silent, &head, &interim] {
        let start = Instant::now();
        let refused = fetch(&server.url("/"), &allowing(&[server]), &within(400));
        assert_eq!(refused, Err(Error::Timeout { timeout_ms: 400 }));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }

    let body = Server::start(|_, connection| {
        send(connection, b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n");
        for _ in 0..400 {
            send(connection, b"x");
            thread::sleep(Duration::from_millis(50));
        }
    });
    let start = Instant::now();
    let page = fetch(&body.url("/"), &allowing(&[&body]), &within(600)).expect("the beginning");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert_eq!((page.truncated, page.cut), (true, Some(Cut::Deadline)));
    assert!(!page.body.is_empty() && page.body.len() < 100);
}

#[test]
fn a_silent_tls_server_is_cut_at_the_deadline() {
    let server = Server::start(|_, _| thread::sleep(Duration::from_secs(20)));
    let start = Instant::now();
    let url = format!("https://127.0.0.1:{}/", server.port());
    let refused = fetch(&url, &allowing(&[&server]), &within(500));
    assert_eq!(refused, Err(Error::Timeout { timeout_ms: 500 }));
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
fn a_slow_resolver_is_cut_at_the_deadline() {
    struct Slow;
    impl LookUp for Slow {
        fn look_up(&self, _: &str, timeout: Duration) -> Vec<IpAddr> {
            thread::sleep(timeout);
            Vec::new()
        }
    }
    let refused = fetch_with("http://site.example.org/", &Policy::default(), &within(100), &Slow);
    assert_eq!(refused, Err(Error::Timeout { timeout_ms: 100 }));
}

#[test]
fn endless_headers_end() {
    let server = Server::start(|_, connection| {
        send(connection, b"HTTP/1.1 200 OK\r\n");
        for number in 0..20_000 {
            send(connection, format!("X-{number}: {}\r\n", "a".repeat(100)).as_bytes());
        }
    });
    let start = Instant::now();
    assert_eq!(get(&server, "/"), Err(Error::Fetch { kind: "protocol", status: 0 }));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn the_body_of_a_redirect_is_not_read() {
    let server = Server::start(|head, connection| {
        if head.starts_with("GET /end") {
            return send(connection, &response("200 OK", "", b"end"));
        }
        send(connection, b"HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 1000000000\r\n\r\nx");
        thread::sleep(Duration::from_secs(20));
    });
    let start = Instant::now();
    assert_eq!(get(&server, "/").expect("a page").body, b"end");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
}

#[test]
#[expect(clippy::print_stderr, reason = "a machine without IPv6 must say that it proved nothing")]
fn ipv6_literals_are_fetched_when_listed() {
    let Ok(listener) = TcpListener::bind("[::1]:0") else {
        eprintln!("absent: this machine has no IPv6 loopback address");
        return;
    };
    let host = listener.local_addr().expect("a bound port").to_string();
    thread::spawn(move || {
        let (mut connection, _) = listener.accept().expect("a connection");
        send(&mut connection, &response("200 OK", "", b"six"));
    });
    let url = format!("http://{host}/");
    let refused = fetch(&url, &Policy::default(), &Limits::default());
    assert_eq!(refused, Err(Error::Blocked { class: "loopback" }));
    let policy = Policy::new(&[host], &[], &[]).expect("a valid policy");
    assert_eq!(fetch(&url, &policy, &Limits::default()).expect("a page").body, b"six");
}

/// Variables cannot be set safely inside a process with threads, so the test runs itself again with them.
#[test]
fn proxies_of_the_environment_are_ignored() {
    const AGAIN: &str = "PAGEWARDEN_TEST_TARGET";
    if let Ok(port) = std::env::var(AGAIN) {
        let host = format!("127.0.0.1:{port}");
        let policy = Policy::new(std::slice::from_ref(&host), &[], &[]).expect("a valid policy");
        let page = fetch(&format!("http://{host}/"), &policy, &Limits::default()).expect("the page itself");
        assert_eq!(page.body, b"direct");
        return;
    }
    let proxy = Server::fixed(response("200 OK", "", b"through the proxy"));
    let target = Server::fixed(response("200 OK", "", b"direct"));
    let mut again = std::process::Command::new(std::env::current_exe().expect("this test"));
    again.args(["--exact", "proxies_of_the_environment_are_ignored"]).env(AGAIN, target.port().to_string());
    for variable in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        again.env(variable, proxy.url(""));
    }
    again.env_remove("NO_PROXY").env_remove("no_proxy");
    assert!(again.output().expect("the test starts").status.success());
    assert_eq!((proxy.requests().len(), target.requests().len()), (0, 1));
}

#[test]
fn one_deadline_covers_all_hops() {
    let server = Server::start(|head, connection| {
        let number: u32 = head[5..].split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0);
        thread::sleep(Duration::from_millis(200));
        send(connection, &redirect(&format!("/{}", number + 1)));
    });
    let start = Instant::now();
    let refused = fetch(&server.url("/0"), &allowing(&[&server]), &within(500));
    assert_eq!(refused, Err(Error::Timeout { timeout_ms: 500 }));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn long_bodies_are_cut_and_bombs_do_not_unpack() {
    let small = Limits { max_bytes: 1000, ..Limits::default() };
    let long = Server::fixed(response("200 OK", "", &vec![b'x'; 100_000]));
    let page = fetch(&long.url("/"), &allowing(&[&long]), &small).expect("the beginning");
    assert_eq!((page.body.len(), page.truncated, page.cut), (1000, true, Some(Cut::Size)));

    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 30_000_000]).expect("memory");
    let packed = encoder.finish().expect("memory");
    let bomb = Server::fixed(response("200 OK", "Content-Encoding: gzip\r\n", &packed));
    let page = get(&bomb, "/").expect("the beginning");
    assert_eq!((page.body.len(), page.cut), (Limits::default().max_bytes, Some(Cut::Size)));
}

#[test]
fn chunks_missing_lengths_and_broken_ends_are_understood() {
    let chunked =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n".to_vec();
    let page = get(&Server::fixed(chunked), "/").expect("a page");
    assert_eq!((page.body.as_slice(), page.truncated), (&b"hello world"[..], false));

    let page = get(&Server::fixed(*b"HTTP/1.1 200 OK\r\n\r\nno length"), "/").expect("a page");
    assert_eq!((page.body.as_slice(), page.truncated), (&b"no length"[..], false));

    let page = get(&Server::fixed(*b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), "/").expect("a page");
    assert_eq!((page.body.as_slice(), page.cut), (&b"half"[..], Some(Cut::Connection)));

    let bare = get(&Server::fixed(response("302 Found", "", b"no place")), "/").expect("a page");
    assert_eq!((bare.status, bare.body.as_slice()), (302, &b"no place"[..]));

    let empty = get(&Server::fixed(response("204 No Content", "", b"")), "/").expect("a page");
    assert_eq!((empty.status, empty.body.len(), empty.truncated), (204, 0, false));
}

#[test]
fn failures_name_their_kind_and_nothing_of_the_page() {
    let missing = get(&Server::fixed(response("404 Not Found", "", b"secret text")), "/secret");
    assert_eq!(missing, Err(Error::Fetch { kind: "status", status: 404 }));
    assert!(!missing.unwrap_err().to_string().contains("secret"));

    let unknown = get(&Server::fixed(response("200 OK", "Content-Encoding: zstd\r\n", b"....")), "/");
    assert_eq!(unknown, Err(Error::Fetch { kind: "protocol", status: 200 }));
    let damaged = get(&Server::fixed(response("200 OK", "Content-Encoding: gzip\r\n", b"no gzip")), "/");
    assert_eq!(damaged, Err(Error::Fetch { kind: "protocol", status: 200 }));
    assert_eq!(get(&Server::fixed(*b"gibberish\r\n\r\n"), "/"), Err(Error::Fetch { kind: "protocol", status: 0 }));

    let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let policy = Policy::new(&[closed.to_string()], &[], &[]).expect("a valid policy");
    let refused = fetch(&format!("http://{closed}/"), &policy, &Limits::default());
    assert_eq!(refused, Err(Error::Fetch { kind: "connect", status: 0 }));
}

#[test]
fn https_greets_with_the_name_and_trusts_nobody_else() {
    use std::io::Read;

    let listener = TcpListener::bind("127.0.0.1:0").expect("a free loopback port");
    let host = format!("site.example.org:{}", listener.local_addr().expect("a bound port").port());
    let greeting = thread::spawn(move || {
        let (mut connection, _) = listener.accept().expect("a connection");
        let mut greeting = vec![0_u8; 4096];
        let length = connection.read(&mut greeting).expect("a greeting");
        send(&mut connection, b"HTTP/1.1 200 OK\r\n\r\nplain text");
        greeting.truncate(length);
        greeting
    });
    let policy = Policy::new(std::slice::from_ref(&host), &[], &[]).expect("a valid policy");
    let names = Scripted::new(&[&["127.0.0.1"]]);
    let refused = fetch_with(&format!("https://{host}/"), &policy, &Limits::default(), &names);
    assert_eq!(refused, Err(Error::Fetch { kind: "tls", status: 0 }));
    let greeting = greeting.join().expect("the server saw a greeting");
    assert!(greeting.windows(16).any(|window| window == b"site.example.org"));
}
