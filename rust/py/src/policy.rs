//! `Policy` as Python sees it: a frozen value that is checked when it is made.

use pyo3::prelude::*;

use crate::guard;

/// The rules under which a page is fetched and released; `pagewarden.Policy` is its public face.
#[pyclass(frozen, module = "pagewarden._core")]
pub(crate) struct Policy {
    pub(crate) inner: pagewarden_core::Policy,
}

#[pymethods]
impl Policy {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments of Python arrive as owned values")]
    fn new(
        py: Python<'_>,
        allow_hosts: Vec<String>,
        allow_domains: Vec<String>,
        extra_keys: Vec<String>,
        extra_headers: Vec<String>,
        extra_patterns: Vec<String>,
    ) -> PyResult<Self> {
        let inner = guard::run(py, || {
            pagewarden_core::Policy::new(&allow_hosts, &allow_domains, &extra_keys)?
                .with_extra_headers(&extra_headers)?
                .with_extra_patterns(&extra_patterns)
        })?;
        Ok(Policy { inner })
    }

    /// Reads a policy from TOML text.
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: &str) -> PyResult<Self> {
        Ok(Policy { inner: guard::run(py, || pagewarden_core::Policy::from_toml(text))? })
    }

    /// `HOST:PORT` entries that may be reached although they are loopback or private.
    #[getter]
    fn allow_hosts(&self) -> Vec<String> {
        let spell = |entry: &pagewarden_core::firewall::HostPort| {
            if entry.host.contains(':') {
                format!("[{}]:{}", entry.host, entry.port)
            } else {
                format!("{}:{}", entry.host, entry.port)
            }
        };
        self.inner.allow_hosts().iter().map(spell).collect()
    }

    /// The only domains that are fetched; empty means every public one.
    #[getter]
    fn allow_domains(&self) -> Vec<String> {
        self.inner.allow_domains().to_vec()
    }

    /// Names of URL keys and fields that are secret in addition to the built-in ones.
    #[getter]
    fn extra_keys(&self) -> Vec<String> {
        self.inner.extra_keys().to_vec()
    }

    /// Names of headers that are secret in addition to the built-in ones, in lower case.
    #[getter]
    fn extra_headers(&self) -> Vec<String> {
        self.inner.extra_headers().to_vec()
    }

    /// Patterns of which every match is secret.
    #[getter]
    fn extra_patterns(&self) -> Vec<String> {
        self.inner.extra_patterns().to_vec()
    }

    /// Sixteen hexadecimal digits that change when a rule changes.
    #[getter]
    fn revision(&self) -> String {
        self.inner.revision()
    }
}
