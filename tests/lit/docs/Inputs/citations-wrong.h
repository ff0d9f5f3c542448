// A section that is none (part 1, 3.99), one that a line breaks (memory
// model, 9.1),
// one that exists (memory model, 3.6),
// and rules of it
// (memory model, 3.6, Q6 and Q7).
/// Of nothing (7.1), and RS99.
/// As seed 007 states.
