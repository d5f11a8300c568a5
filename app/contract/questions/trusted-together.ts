/**
 * Which servers one press may trust together: the page offers it where this says so, and the host holds it to that. Free of
 * zod, for the page.
 */
import type { ServerTrustQuestion } from './questions'

/** Not one that isn't what was trusted before: that takes a press of its own. */
export function mayBeTrustedTogether({ previous }: ServerTrustQuestion): boolean {
  return previous === null
}
