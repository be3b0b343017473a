// Tells whom a photo shows: IdentifyPerson PHOTO KNOWN-PERSON…
// Each further photo is of somebody who is known by the photo's name.
import Facelatch

let photos = CommandLine.arguments.dropFirst().map { Path($0) }
let gate = try Gate()
var gallery = Gallery()
for known in photos.dropFirst() {
  try gallery.add(gate.template(of: known), identity: "\(known)")
}
for candidate in try gate.identify(photos[0], among: gallery, count: 1) {
  print("\(candidate.identity), score \(candidate.score)")
}
