/** Connects the consent area with the other areas. */
import path from 'node:path'
import { createApprovals, type ApprovalsControl } from '../../consent/approvals/approvals'
import { findRealPath } from '../../consent/grants/real-path'
import { createKnownTools } from '../../consent/tools/known-tools'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { Stores } from './areas'
import type { HostPorts } from './host-ports'

export function createHostApprovals(ports: HostPorts, { policy, tools, settings }: Stores): ApprovalsControl {
  return createApprovals({
    history: ports.history,
    forbiddenScopes: () => policy.forbiddenScopes,
    callLimitsOf: (serverName, toolName) => {
      const server = settings.current().servers.find(({ name }) => name === serverName)
      return server?.tools.get(toolName)?.callLimits ?? null
    },
    isFlowExempt: (serverName, fingerprint) =>
      settings
        .current()
        .servers.some(
          (one) =>
            one.name === serverName && one.receivesEverything && hashServerDefinition(one) === fingerprint
        ),
    now: ports.now,
    newId: ports.newId,
    findRealPath,
    checkArguments: (schema, args) => ports.mcp.clients.checkArguments(schema, args),
    tools: createKnownTools({
      list: () => tools.usable(),
      isChanging: (serverName) => tools.isChanging(serverName),
      serverNames: () => tools.serverNames()
    }),
    lockFile: path.join(path.dirname(ports.settingsFile), 'mcp-tools.lock.json'),
    log: ports.log
  })
}
