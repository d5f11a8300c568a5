/**
 * How many tools the model finds by search, because they are too many to send with each request; null: all are sent.
 */
import { areToolsSearched, usualContextTokens } from '../../../app/contract/content/tool-token-limit'
import { useSetting } from '../../bridge/settings'
import { directModelId } from '../../../app/contract/direct-model'
import { useProjection } from '../../state/projection'

export function useSearchedTools(model: string): number | null {
  const share = useSetting('conversation.toolShare')
  const known = useProjection(({ models }) => models.models.find(({ id }) => id === model))
  const count = useProjection(({ servers }) => servers.reduce((sum, one) => sum + one.offeredTools.count, 0))
  const tokens = useProjection(({ servers }) =>
    servers.reduce((sum, one) => sum + one.offeredTools.tokens, 0)
  )
  const { contextTokens = usualContextTokens, mostTools = null } = known ?? {}
  const isSearched = areToolsSearched({ count, tokens }, { contextTokens, mostTools, share })
  return model !== directModelId && isSearched ? count : null
}
