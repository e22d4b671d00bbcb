//! Ports that no page is served from: reaching them would speak HTTP to a mail, chat or file service.

/// The bad ports of the Fetch standard, in order, and port 0, which no server can hold.
#[rustfmt::skip]
const BAD_PORTS: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/// Whether the port is on the list.
pub(crate) fn is_bad(port: u16) -> bool {
    BAD_PORTS.binary_search(&port).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_the_search() {
        assert!(BAD_PORTS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn web_ports_are_good_and_service_ports_bad() {
        assert!([80, 443, 3000, 8000, 8080, 8443, 65535].iter().all(|port| !is_bad(*port)));
        assert!([0, 22, 25, 110, 6000, 6667, 10080].iter().all(|port| is_bad(*port)));
    }
}
