/** How a turn that ends with Parley differs from one that the person stops: tasks on servers go on without us. */
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'

/** The reason of an abort when Parley is closing. */
export const parleyCloses = new HostError('TOOL_CANCELLED', say('conversation.closing'))

export function isClosing(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === parleyCloses
}
