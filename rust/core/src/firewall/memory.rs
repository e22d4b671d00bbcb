//! temporary
pub(super) struct Memory;
impl Memory {
    pub(super) fn new() -> Self { Memory }
    pub(super) fn is_empty(&self) -> bool { true }
    pub(super) fn learn(&mut self, _: &str) {}
    pub(super) fn compile(&mut self) {}
    pub(super) fn find(&mut self, _: &str, _: &mut Vec<std::ops::Range<usize>>) {}
}
