import type { ViewContext } from '../../../app/contract/bridge/view-calls'
import type { Projection } from '../../state/projection'

/** Of one conversation. */
export function listViewContexts(
  { viewContexts }: Pick<Projection, 'viewContexts'>,
  conversationId: string | null
): readonly ViewContext[] {
  return Object.values(viewContexts).filter((context) => context.conversationId === conversationId)
}
