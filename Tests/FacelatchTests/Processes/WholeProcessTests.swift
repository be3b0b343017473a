import Testing

/// Tests that start programs. One after the other: they would disturb each other's time, and a program that starts
/// while another test makes a terminal would inherit it.
@Suite("Whole processes", .serialized, .timeLimit(.minutes(10)))
struct WholeProcessTests {}
