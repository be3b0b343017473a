/// The words of a report: those of ISO/IEC 19795-1 for comparisons, those of ISO/IEC 30107-3 for presentations.
package enum ReportWording: Hashable, Sendable {
  case verification
  case presentationAttack
}
