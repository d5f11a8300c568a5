/** What models can read at once, as far as it is known. A table of models, once there is one, is asked here. */
import { usualContextTokens } from '../../contract/content/tool-room'
import type { ToolRoom } from '../../contract/content/tool-room'
import { descriptorOf } from './providers'

export function modelRoom(providerType: string): Omit<ToolRoom, 'share'> {
  return { contextTokens: usualContextTokens, mostTools: descriptorOf(providerType).limits.tools }
}
