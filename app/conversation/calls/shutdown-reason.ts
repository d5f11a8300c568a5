/**
 * Distinguishes a turn that ends because Parley quits from one that the user stops: tasks continue on their servers.
 */
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'

/** The abort reason when Parley quits. */
export const parleyCloses = new HostError('TOOL_CANCELLED', say('conversation.closing'))

export function isClosing(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === parleyCloses
}
