/** Handlers of the window's calls. Each passes its call to the area that owns it. */
import type { Handlers } from '../../contract/bridge/calls'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { accountHandlers } from './account-handlers'
import { addingHandlers } from './adding-handlers'
import { appHandlers } from './app-handlers'
import { archiveHandlers } from './archive-handlers'
import { consentHandlers } from './consent-handlers'
import { contextHandlers } from './context-handlers'
import { conversationHandlers } from './conversation-handlers'
import { fileHandlers } from './file-handlers'
import { listHandlers } from './list-handlers'
import { otherAppHandlers } from './other-app-handlers'
import { queueHandlers } from './queue-handlers'
import { ledgerHandlers } from './ledger-handlers'
import type { LogCollector } from '../logs/log-collector'
import { logHandlers } from './log-handlers'
import { modelHandlers } from './model-handlers'
import { serverHandlers } from './server-handlers'
import { serverFeatureHandlers } from './server-feature-handlers'
import { serverRequestHandlers } from './server-request-handlers'
import { serverSecretHandlers } from './server-secret-handlers'
import { settingsHandlers } from './settings-handlers'
import { spellingHandlers } from './spelling-handlers'
import { usageHandlers } from './usage-handlers'

export function createHandlers(
  ports: HostPorts,
  areas: Areas & { readonly logs: LogCollector },
  snapshot: Handlers['app.snapshot']
): Handlers {
  return {
    'app.snapshot': snapshot,
    ...appHandlers(ports, areas),
    ...conversationHandlers(ports, areas),
    ...archiveHandlers(ports, areas),
    ...contextHandlers(areas),
    ...fileHandlers(areas),
    'diagram.draw': ({ code }) => areas.diagrams.draw(code),
    ...spellingHandlers(ports, areas),
    ...queueHandlers(areas),
    ...listHandlers(areas),
    ...serverHandlers(ports, areas),
    ...addingHandlers(areas),
    ...serverSecretHandlers(ports, areas),
    ...otherAppHandlers(ports, areas),
    ...serverFeatureHandlers(ports, areas),
    ...serverRequestHandlers(ports, areas),
    ...consentHandlers(ports, areas),
    ...settingsHandlers(ports, areas),
    ...modelHandlers(ports, areas),
    ...usageHandlers(areas),
    ...accountHandlers(ports, areas),
    ...ledgerHandlers(ports, areas),
    ...logHandlers(ports, areas.logs)
  }
}
