/**
 * Lets the requests of a view wait until its call is approved. Before that, the view may have seen arguments that its
 * server doesn't have yet, so nothing from it may leave its frame.
 */
import { untilAborted } from '../../base/until-aborted'
import type { ViewHandlers } from '../../views/interface'

export function holdRequests(handlers: ViewHandlers, approved: Promise<void>): ViewHandlers {
  const hold = async <Output>(signal: AbortSignal, work: () => Promise<Output>): Promise<Output> => {
    await untilAborted(approved, signal)
    return await work()
  }
  return {
    callTool: (call, signal) => hold(signal, () => handlers.callTool(call, signal)),
    listTools: (page, signal) => hold(signal, () => handlers.listTools(page, signal)),
    readResource: (resource, signal) => hold(signal, () => handlers.readResource(resource, signal)),
    listResources: (page, signal) => hold(signal, () => handlers.listResources(page, signal)),
    listResourceTemplates: (page, signal) => hold(signal, () => handlers.listResourceTemplates(page, signal)),
    listPrompts: (page, signal) => hold(signal, () => handlers.listPrompts(page, signal)),
    openLink: (url, signal) => hold(signal, () => handlers.openLink(url, signal)),
    downloadFile: (files, signal) => hold(signal, () => handlers.downloadFile(files, signal)),
    message: (content, signal) => hold(signal, () => handlers.message(content, signal)),
    updateModelContext: (context, signal) => hold(signal, () => handlers.updateModelContext(context, signal)),
    createMessage: (request, signal) => hold(signal, () => handlers.createMessage(request, signal)),
    requestDisplayMode: (mode, signal) => hold(signal, () => handlers.requestDisplayMode(mode, signal)),
    requestTeardown: () => handlers.requestTeardown()
  }
}
