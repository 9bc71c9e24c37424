/// Compares what a voice has said with what it was to say (MIND-4).
public enum SpokenScript {
    /// Whether the transcript is the script word for word. Punctuation, spaces, case, width and the two kana make no
    /// difference; a word more, less or other does, because one word can turn an act into its opposite.
    public static func isWordForWord(_ transcript: String, of script: String) -> Bool {
        let script = FoldedText(script)
        return !script.isEmpty && FoldedText(transcript) == script
    }
}
