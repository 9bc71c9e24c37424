import CLinux

/// A terminal in raw mode, on its alternate screen, with neither cursor nor line wrap; one per process.
public enum RawTerminal {
    /// Puts the terminal into raw mode; it is restored at exit and on a crash, too. Returns an errno, or 0. Always on
    /// the same thread.
    public static func enter(_ descriptor: Int32) -> Int32 { -clinux_terminal_enter(descriptor) }

    /// Restores the terminal. Safe in a signal handler, on any thread, and more than once.
    public static func restore() { clinux_terminal_restore() }

    /// The terminal's size; nil if it is not a terminal, or reports no size.
    public static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        guard clinux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }
}
