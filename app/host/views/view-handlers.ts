/** What a view may ask for. Only what works is announced to it. */
import type { McpUiHostCapabilities } from '@modelcontextprotocol/ext-apps/app-bridge'
import { hostCapabilities, type ViewHandlers } from '../../views/interface'
import { ViewCalls, type ViewCallsOptions } from './view-calls'
import type { ViewContexts } from './view-contexts'
import { ViewOffers, type ViewOffersOptions } from './view-offers'
import { ViewRequests } from './view-requests'
import type { GivenContext, ViewPlace, ViewRequestsOptions } from './view-requests'

/** What a view may ask for. `hasSampling`: there is a model, and sampling isn't off for its server. */
export function describeCapabilities({
  hasSampling,
  hasConversation
}: {
  readonly hasSampling: boolean
  readonly hasConversation: boolean
}): McpUiHostCapabilities {
  const { message, ...others } = hostCapabilities
  return {
    ...others,
    ...(hasConversation && message !== undefined && { message }),
    ...(hasSampling && { sampling: {} })
  }
}

export type ViewHandlersOptions = ViewCallsOptions &
  ViewRequestsOptions &
  ViewOffersOptions & { readonly contexts: ViewContexts }

export function createViewHandlers(
  own: Pick<ViewHandlers, 'requestDisplayMode' | 'requestTeardown'> & { readonly viewId: string },
  place: ViewPlace,
  options: ViewHandlersOptions
): ViewHandlers {
  const { viewId, requestDisplayMode, requestTeardown } = own
  const { contexts } = options
  const calls = new ViewCalls(options, place)
  const requests = new ViewRequests(options, place)
  const offers = new ViewOffers(options, place)
  const readContext = (): GivenContext | null => {
    const context = contexts.ofView(viewId)
    if (context === null) return null
    const { contextId, contents } = context
    return { contents, part: contexts.toPart(context), onSent: () => contexts.forget([contextId], 'done') }
  }
  return {
    requestDisplayMode,
    requestTeardown,
    callTool: (request, signal) => calls.call(request, signal),
    listTools: () => Promise.resolve({ tools: calls.listTools() }),
    readResource: ({ uri }, signal) => offers.readResource(uri, signal),
    listResources: (_request, signal) => offers.listResources(signal),
    listResourceTemplates: (_request, signal) => offers.listResourceTemplates(signal),
    listPrompts: (_request, signal) => offers.listPrompts(signal),
    openLink: (url, signal) => requests.openLink(url, signal),
    downloadFile: (files, signal) => requests.downloadFile(files, signal),
    message: (content, signal) => requests.message(content, readContext(), signal),
    createMessage: (request, signal) => requests.sample(request, signal),
    updateModelContext: (update, signal) => {
      // A view that has ended would leave it behind.
      if (!signal.aborted) contexts.update(viewId, place, update)
      return Promise.resolve()
    }
  }
}
