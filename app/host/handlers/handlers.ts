/** Handlers of the window's calls. Each passes its call to the area that owns it. */
import type { Handlers } from '../../contract/bridge/calls'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { LogCollector } from '../logs/log-collector'
import { inspectView } from '../views/inspect-view'
import { accountHandlers } from './account-handlers'
import { addingHandlers, otherAppHandlers } from './adding-handlers'
import { appHandlers, fileHandlers } from './app-handlers'
import { consentHandlers } from './consent-handlers'
import { contextHandlers, conversationHandlers, listHandlers } from './conversation-handlers'
import { healthHandlers } from './health-handlers'
import { ledgerHandlers } from './ledger-handlers'
import { modelHandlers } from './model-handlers'
import { serverFeatureHandlers } from './server-feature-handlers'
import { serverHandlers } from './server-handlers'
import { serverRequestHandlers } from './server-request-handlers'
import { recordingHandlers } from './recording-handlers'
import { spellingHandlers } from './spelling-handlers'

export function createHandlers(
  ports: HostPorts,
  areas: Areas & { readonly logs: LogCollector },
  snapshot: Handlers['app.snapshot']
): Handlers {
  return {
    'app.snapshot': snapshot,
    'diagram.draw': ({ code }) => areas.diagrams.draw(code),
    'view.prepare': areas.views.prepare,
    'view.open': areas.openViews.open,
    'view.close': areas.views.close,
    'view.show': areas.openViews.show,
    'view.open-inspected': areas.inspectedViews.open,
    'view.change-context': areas.inspectedViews.changeContext,
    'view.send-step': areas.inspectedViews.send,
    'view.call-tool': areas.inspectedViews.callTool,
    'view.list-traces': areas.viewTraces.list,
    'view.read-trace': areas.viewTraces.read,
    'view.inspect': (page) => {
      areas.consent.userBegan(page.serverName)
      return inspectView(page, areas)
    },
    'view.forget-context': ({ contextId }) => areas.views.contexts.forget([contextId], 'declined'),
    'preview.open': areas.previews.open,
    'preview.replace': areas.previews.replace,
    'preview.close': areas.previews.close,
    'preview.open-in-browser': areas.previews.openInBrowser,
    ...appHandlers(ports, areas),
    ...fileHandlers(ports, areas, areas.logs),
    ...conversationHandlers(areas),
    ...listHandlers(areas),
    ...contextHandlers(areas),
    ...spellingHandlers(ports, areas),
    ...serverHandlers(ports, areas),
    ...addingHandlers(areas),
    ...otherAppHandlers(ports, areas),
    ...recordingHandlers(areas),
    ...serverFeatureHandlers(ports, areas),
    ...serverRequestHandlers(ports, areas),
    ...consentHandlers(ports, areas),
    ...modelHandlers(ports, areas),
    ...areas.tests.handlers(),
    ...areas.conformance.handlers(),
    ...areas.differences.handlers(),
    ...areas.replays.handlers(),
    ...accountHandlers(ports, areas),
    ...ledgerHandlers(ports, areas),
    ...healthHandlers(ports, areas)
  }
}
