/** The first stage: what Parley stores and reads. Nothing here asks the user or contacts anything. */
import { readFileSync } from 'node:fs'
import { TurnCalls } from '../../conversation/calls/turn-calls'
import { SentRequests } from '../../ledger/sent-request-store'
import { ToolDirectory } from '../../servers/tools/tool-directory'
import { createVariables } from '../../settings/parse/variables'
import { createSettings } from '../../settings/store/settings-store'
import { createNewEntrySandboxing } from '../sandbox/new-entries'
import type { Stores } from './areas'
import type { HostPorts } from './host-ports'
import { createModelTables } from './known-models'
import { createHostPolicy } from './policy-area'
import { namableSecrets } from './secrets-area'
import { createUsageRecorder } from './usage-area'

export function createStores(ports: HostPorts): Stores {
  const newEntrySandboxing = createNewEntrySandboxing({
    clients: ports.mcp.clients,
    closed: [ports.dataFolder, ports.settingsFile]
  })
  const settings = createSettings({
    file: ports.settingsFile,
    dataFolder: ports.dataFolder,
    schemaFile: ports.settingsSchemaFile,
    defaultText: readFileSync(ports.defaultSettingsFile, 'utf8'),
    now: ports.now,
    facts: ports.history,
    completeNew: newEntrySandboxing.complete,
    log: ports.log.in('settings')
  })
  const tools = new ToolDirectory()
  const modelTables = createModelTables(ports)
  return {
    settings,
    newEntrySandboxing,
    tools,
    modelTables,
    variables: createVariables({
      environment: ports.environment,
      platform: ports.app.platform,
      secrets: namableSecrets(ports),
      secretRegistry: ports.secretRegistry
    }),
    policy: createHostPolicy(ports),
    runningCalls: new TurnCalls(),
    sent: new SentRequests({ now: ports.now, newId: ports.newId }),
    usage: createUsageRecorder(ports, { settings, modelTables, tools })
  }
}
