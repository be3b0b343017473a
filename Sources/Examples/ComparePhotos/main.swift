// Tells whether the photos a.jpg and b.jpg show the same person.
import Facelatch

let gate = try Gate()
print(try gate.compare("a.jpg", "b.jpg"))
