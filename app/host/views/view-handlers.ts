/** What a view may ask for. What isn't built yet is refused, and isn't announced to it either. */
import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { ViewHandlers } from '../../views/interface'

/** What the handlers below can do. */
export const viewCapabilities: McpUiHostCapabilities = { logging: {} }

export function createViewHandlers(
  own: Pick<ViewHandlers, 'requestDisplayMode' | 'requestTeardown'>
): ViewHandlers {
  const refuse = (): Promise<never> =>
    Promise.reject(new HostError('REQUEST_REFUSED', say('views.notSupported')))
  return {
    ...own,
    callTool: refuse,
    listTools: refuse,
    readResource: refuse,
    listResources: refuse,
    listResourceTemplates: refuse,
    listPrompts: refuse,
    openLink: refuse,
    downloadFile: refuse,
    message: refuse,
    updateModelContext: refuse
  }
}
