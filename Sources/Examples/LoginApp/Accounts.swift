/// What somebody logs in with.
struct Login {
  let user: String
  let password: String
}

/// The program's own users. A real one asks its server.
struct Accounts {
  /// A user who is always there, to try the program out.
  static let example = Login(user: "ada", password: "engine")

  func accept(_ login: Login) -> Bool {
    login.user == Self.example.user && login.password == Self.example.password
  }
}
