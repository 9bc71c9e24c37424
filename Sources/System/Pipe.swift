import CLinux

/// A pipe that children do not inherit; nil if the system has no descriptors left.
public func openPipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0, let first = ends.first, let last = ends.last else { return nil }
    return (first, last)
}
