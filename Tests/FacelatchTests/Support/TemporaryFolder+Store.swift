import Facelatch
import Platform
import Store
import TestSupport

extension TemporaryFolder {
  /// The store's folder inside; it does not exist until a store is opened.
  var store: String { file("store") }

  var location: StoreLocation { StoreLocation(explicit: Path(store)) }
}
