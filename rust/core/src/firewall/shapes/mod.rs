//! temporary
use crate::Error;
pub(crate) struct Hit { pub(crate) start: usize, pub(crate) end: usize, pub(crate) rule: u16 }
pub(crate) struct Shapes;
impl Shapes {
    pub(crate) fn builtin() -> &'static Shapes { &Shapes }
    pub(crate) fn with_extra(_: &[String]) -> Result<Shapes, Error> { Ok(Shapes) }
    pub(crate) fn find(&self, _: &str, _: &mut Vec<Hit>) {}
}
