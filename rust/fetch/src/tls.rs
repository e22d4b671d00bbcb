//! Certificate roots and the one TLS configuration of the process.
//!
//! The roots of the system come first, so that a company's own authority works; a machine without any (a bare
//! container) gets the Mozilla list that is compiled in. Loading them takes milliseconds, so it is done once.

use std::sync::{Arc, LazyLock};

use ureq::tls::{RootCerts, TlsConfig, TlsProvider};
use ureq::unversioned::transport::{ConnectionDetails, Connector, RustlsConnector, Transport};

static CONNECTOR: LazyLock<RustlsConnector> = LazyLock::new(RustlsConnector::default);

static CONFIGURATION: LazyLock<TlsConfig> = LazyLock::new(|| {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let system_has_roots = rustls_platform_verifier::Verifier::new(Arc::clone(&provider)).is_ok();
    let roots = if system_has_roots { RootCerts::PlatformVerifier } else { RootCerts::WebPki };
    TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .root_certs(roots)
        .unversioned_rustls_crypto_provider(provider)
        .build()
});

/// The configuration for every request.
pub(crate) fn configuration() -> TlsConfig {
    CONFIGURATION.clone()
}

/// Wraps connections to https targets in TLS, with one set of loaded roots for the whole process.
#[derive(Debug)]
pub(crate) struct SharedTls;

impl<In: Transport> Connector<In> for SharedTls {
    type Out = <RustlsConnector as Connector<In>>::Out;

    fn connect(&self, details: &ConnectionDetails, chained: Option<In>) -> Result<Option<Self::Out>, ureq::Error> {
        CONNECTOR.connect(details, chained)
    }
}
