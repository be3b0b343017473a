import Imaging
import Platform
import Store

/// The libraries of the system that this package stands on, each told by the room that uses it.
public enum SystemLibraries {
  /// All of them with their versions.
  public static var all: [SystemLibrary] { ImageLibraries.all + StoreLibraries.all }
}
