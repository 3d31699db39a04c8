//! Tests of learning: files, gradients, training and whole generations.

mod data;
mod generations;
mod training;
