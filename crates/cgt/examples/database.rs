//! Builds a database and measures probing: `database 4x4 FILE`.

#![allow(clippy::print_stdout)]

use cgt::{
    Partizan, Player,
    database::{Builder, Database, Frame, Step},
    games::Amazons,
    meter::{Meter, Unlimited},
};
use std::{path::Path, time::Instant};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (frame, path) = (Frame::parse(&args[1]).expect("a box"), Path::new(&args[2]));
    let start = Instant::now();
    let mut builder = Builder::new(frame, path);
    while builder.step(&mut Meter::new(&Unlimited)).expect("a level") != Step::Done {}
    println!("built in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let database = Database::open(path).expect("a database");
    println!("opened in {:.3} s: {:?}", start.elapsed().as_secs_f64(), database.stats());
    // Everything that two moves from an open box lead to.
    let mut positions = Vec::new();
    let rows: Vec<&str> = args[1].split('x').collect();
    let (files, rows): (usize, usize) = (rows[0].parse().expect("files"), rows[1].parse().expect("rows"));
    let text = format!("x{}{}o", ".".repeat(files - 1), format!("|{}", ".".repeat(files)).repeat(rows - 1));
    let text = text[..text.len() - 2].to_owned() + "o";
    let first = Amazons::parse(&text).expect("a position");
    first.options(Player::Left, |p| p.options(Player::Right, |q| positions.push(q)));
    let start = Instant::now();
    let mut sum = 0i64;
    let mut probes = 0;
    while probes < 2_000_000 {
        for position in &positions {
            sum += i64::from(database.mast(position).expect("in the database").t);
            probes += 1;
        }
    }
    let took = start.elapsed().as_secs_f64();
    println!(
        "{probes} probes in {took:.2} s, {:.2} million a second (check {sum})",
        probes as f64 / took / 1e6
    );
}
