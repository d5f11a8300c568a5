/** What each call of the window does: a line or two a call, handed to the area that owns it. */
import type { Handlers } from '../../contract/bridge/calls'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/ports'
import { accountHandlers } from './account'
import { addingHandlers } from './adding'
import { appHandlers } from './app'
import { archiveHandlers } from './archive'
import { consentHandlers } from './consent'
import { contextHandlers } from './context'
import { conversationHandlers } from './conversation'
import { fileHandlers } from './file'
import { listHandlers } from './list'
import { otherAppHandlers } from './other-hosts'
import { queueHandlers } from './queue'
import { ledgerHandlers } from './ledger'
import type { LogCollector } from '../logs/log-book'
import { logHandlers } from './log'
import { modelHandlers } from './model'
import { serverHandlers } from './server'
import { serverFeatureHandlers } from './server-features'
import { serverRequestHandlers } from './server-requests'
import { serverSecretHandlers } from './server-secrets'
import { settingsHandlers } from './settings'
import { spellingHandlers } from './spelling'
import { usageHandlers } from './usage'

export function createHandlers(
  ports: HostPorts,
  areas: Areas & { readonly book: LogCollector },
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
    ...logHandlers(ports, areas.book)
  }
}
