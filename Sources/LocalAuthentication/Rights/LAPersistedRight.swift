/// A right that is kept in the store, with its secret. ``LARightStore`` makes them.
public final class LAPersistedRight: LARight {
  /// What the right protects.
  public let secret: LASecret

  /// Where the right lies.
  let key: RightKey

  init(_ item: RightShelf.Item) {
    secret = LASecret(item)
    key = item.key
    super.init(core: item.core)
  }
}
