import Testing

extension Trait where Self == TimeLimitTrait {
    /// Says of a test that hangs which one it is, before the whole run is cut off after half an hour.
    ///
    /// The tests of a process share as few threads as there are processors, and a test's time runs while it waits for
    /// one of them: on two busy cores a test of a millisecond has waited for more than a minute. A limit can tell only
    /// that something does not end; what has to be quick is measured in the test.
    public static var bounded: Self { .timeLimit(.minutes(20)) }
}
