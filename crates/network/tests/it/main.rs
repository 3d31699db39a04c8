//! Tests of networks: the file format, and inference against plain arithmetic in wide integers.

use network::{Accumulator, Network, NetworkError, Shape};

const WIDTH: usize = 32;
const SHAPE: Shape = Shape { name: "test inputs 1", inputs: 40, most_active: 20, buckets: 3 };

/// A generator good enough for test data (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Between -1 and 1.
    fn unit(&mut self) -> f32 {
        (self.next() % 20_001) as f32 / 10_000.0 - 1.0
    }
}

fn sample(seed: u64) -> Network<WIDTH> {
    let mut random = Random(seed);
    let weights: Vec<[f32; WIDTH]> =
        (0..SHAPE.inputs).map(|_| std::array::from_fn(|_| random.unit())).collect();
    let biases = std::array::from_fn(|_| random.unit());
    let outputs: Vec<_> =
        (0..SHAPE.buckets).map(|_| [0; 2].map(|_| std::array::from_fn(|_| 2.0 * random.unit()))).collect();
    let output_biases: Vec<f32> = (0..SHAPE.buckets).map(|_| random.unit()).collect();
    Network::quantised(&SHAPE, 400, "seed: 1\n".into(), &weights, &biases, &outputs, &output_biases)
}

#[test]
fn a_file_gives_back_the_network() {
    let network = sample(1);
    let bytes = network.write(&SHAPE);
    let again = Network::<WIDTH>::read(&bytes, &SHAPE).unwrap();
    assert_eq!(again, network);
    assert_eq!(again.card(), "seed: 1\n");
    assert_ne!(sample(2).digest(), network.digest());
}

#[test]
fn every_changed_byte_and_every_cut_is_refused() {
    let bytes = sample(1).write(&SHAPE);
    for nth in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[nth] ^= 0x10;
        assert!(Network::<WIDTH>::read(&changed, &SHAPE).is_err(), "byte {nth}");
    }
    for length in (0..bytes.len()).step_by(7) {
        assert!(Network::<WIDTH>::read(&bytes[..length], &SHAPE).is_err(), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(Network::<WIDTH>::read(&longer, &SHAPE), Err(NetworkError::WrongLength { .. })));
}

#[test]
fn errors_end_a_sentence() {
    let bytes = sample(1).write(&SHAPE);
    let other = Shape { name: "test inputs 2", ..SHAPE };
    let error = Network::<WIDTH>::read(&bytes, &other).unwrap_err();
    assert_eq!(error.to_string(), "has inputs 'test inputs 1'; expected 'test inputs 2'");
    let error = Network::<64>::read(&bytes, &SHAPE).unwrap_err();
    assert_eq!(error.to_string(), "has width '32'; expected '64'");
    let error = Network::<WIDTH>::read(b"hello", &SHAPE).unwrap_err();
    assert_eq!(error.to_string(), "is not a network: it does not begin with 'QUADNET'");
}

/// The score by the definition, in numbers that cannot overflow.
fn slow_score(bytes: &[u8], active: [&[usize]; 2], to_move: usize, bucket: usize) -> i64 {
    let tail = 2 * WIDTH * (SHAPE.inputs + 1 + 2 * SHAPE.buckets) + 4 * SHAPE.buckets + 4;
    let start = bytes.len() - tail;
    let short =
        |nth: usize| i64::from(i16::from_le_bytes([bytes[start + 2 * nth], bytes[start + 2 * nth + 1]]));
    let outputs = WIDTH * (SHAPE.inputs + 1);
    let biases = start + 2 * (outputs + 2 * WIDTH * SHAPE.buckets) + 4 * bucket;
    let mut sum = 0;
    for (place, side) in [to_move, 1 - to_move].into_iter().enumerate() {
        for neuron in 0..WIDTH {
            let inputs: i64 = active[side].iter().map(|input| short(input * WIDTH + neuron)).sum();
            let clipped = (inputs + short(SHAPE.inputs * WIDTH + neuron)).clamp(0, 255);
            sum += clipped * clipped * short(outputs + (2 * bucket + place) * WIDTH + neuron);
        }
    }
    let bias = i64::from(i32::from_le_bytes(bytes[biases..biases + 4].try_into().unwrap()));
    (sum / 255 + bias) * 400 / (255 * 64)
}

#[test]
fn scores_follow_the_definition_however_the_accumulator_came_about() {
    let mut random = Random(7);
    let network = sample(3);
    let bytes = network.write(&SHAPE);
    let mut different = std::collections::HashSet::new();
    for _ in 0..200 {
        let mut lists: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        let mut accumulator = network.start();
        for _ in 0..60 {
            let side = (random.next() % 2) as usize;
            let input = (random.next() % SHAPE.inputs as u64) as usize;
            match lists[side].iter().position(|&i| i == input) {
                Some(place) => {
                    lists[side].swap_remove(place);
                    network.remove(&mut accumulator, side, input);
                }
                None if lists[side].len() < SHAPE.most_active => {
                    lists[side].push(input);
                    network.add(&mut accumulator, side, input);
                }
                None => {}
            }
        }
        let mut scratch = network.start();
        for (side, list) in lists.iter().enumerate() {
            list.iter().for_each(|&input| network.add(&mut scratch, side, input));
        }
        assert_eq!(scratch, accumulator);
        let (to_move, bucket) = ((random.next() % 2) as usize, (random.next() % 3) as usize);
        let score = network.score(&accumulator, to_move, bucket);
        assert_eq!(i64::from(score), slow_score(&bytes, [&lists[0], &lists[1]], to_move, bucket));
        different.insert(score);
    }
    assert!(different.len() > 100, "scores must differ: {}", different.len());
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let full = |sign: f32| {
        let weights = vec![[sign * 1e6; WIDTH]; SHAPE.inputs];
        let outputs = vec![[[sign * 1e6; WIDTH]; 2]; SHAPE.buckets];
        Network::<WIDTH>::quantised(&SHAPE, 400, String::new(), &weights, &[1e6; WIDTH], &outputs, &[0.0; 3])
    };
    let network = full(1.0);
    let mut accumulator = network.start();
    for input in 0..SHAPE.most_active {
        network.add(&mut accumulator, 0, input);
    }
    let most = network.score(&accumulator, 0, 0);
    assert!(most > 0, "{most}");
    assert!(network.score(&Accumulator::EMPTY, 0, 0) == 0);
    assert!(Network::<WIDTH>::read(&network.write(&SHAPE), &SHAPE).is_ok());
}
