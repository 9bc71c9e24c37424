import Testing

@testable import Sound

@Suite struct RingTests {
    @Test func keepsOrderAndRefusesWhenFull() {
        let ring = Ring<Int>(minimumCapacity: 3, zero: 0)
        #expect(ring.capacity == 4)
        for i in 0..<4 { #expect(ring.push(i)) }
        #expect(!ring.push(4))
        for i in 0..<4 { #expect(ring.pop() == i) }
        #expect(ring.pop() == nil)
    }
}
