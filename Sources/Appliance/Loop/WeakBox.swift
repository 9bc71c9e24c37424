/// A reference that is filled in later.
final class WeakBox<Value: AnyObject> {
    weak var value: Value?
}
