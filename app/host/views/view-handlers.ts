/** What a view may ask for. What isn't built yet is refused, and isn't announced to it either. */
import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { ViewCalls } from './view-calls'
import type { ViewHandlers } from '../../views/interface'

/** What the handlers below can do. */
export const viewCapabilities: McpUiHostCapabilities = { serverTools: {}, logging: {} }

export function createViewHandlers(
  own: Pick<ViewHandlers, 'requestDisplayMode' | 'requestTeardown'>,
  calls: ViewCalls
): ViewHandlers {
  const refuse = (): Promise<never> =>
    Promise.reject(new HostError('REQUEST_REFUSED', say('views.notSupported')))
  return {
    ...own,
    callTool: (request, signal) => calls.call(request, signal),
    listTools: () => Promise.resolve({ tools: calls.listTools() }),
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
