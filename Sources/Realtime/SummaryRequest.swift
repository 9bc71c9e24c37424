/// What the service is asked at the end of a talk, beside the conversation: one call of one function (MIND-3).
public struct SummaryRequest: Sendable, Hashable {
    /// Names the talk; the service repeats it with its answer. At most 256 bytes.
    public var talk: String
    /// The labelled transcript. The service reads nothing else: neither the conversation nor its sound.
    public var input: String
    public var instructions: String
    /// The function that the service must call, once; its name, description and schema count.
    public var tool: ToolDefinition
    /// From `end` to the service's answer; between 1 ms and 60 s.
    public var deadlineMilliseconds: Int

    /// One second less than the 8 s within which the call is closed (MIND-3): the goodbye to the service, and a machine
    /// that is busy, take their part of these.
    public static let patienceMilliseconds = 7000

    public init(
        talk: String, input: String, instructions: String, tool: ToolDefinition,
        deadlineMilliseconds: Int = Self.patienceMilliseconds
    ) {
        self.talk = talk
        self.input = input
        self.instructions = instructions
        self.tool = tool
        self.deadlineMilliseconds = deadlineMilliseconds
    }
}
