//! The door to the network.
