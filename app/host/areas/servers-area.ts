/**
 * Connects servers with the other areas: `TrustCheck`, through which each server starts, and the registry of running servers.
 */
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { ServerDefinition } from '../../settings/definition'
import { moveSecrets } from '../../settings/other-apps/move-secrets'
import { readServersPolicy } from '../../policy-file/policy-of-servers'
import { findSecrets } from '../../base/secret-forms'
import type { EndedCall } from '../../servers/registry/server-calls'
import { createServers, type ServersControl } from '../../servers/registry/server-registry'
import { Doctor } from '../../servers/doctor/doctor'
import { createTrustCheck, type TrustCheck } from '../../servers/trust/trust-check'
import { serversFor } from './single-server-host'
import type { Guards, Stores } from './areas'
import type { HostPorts } from './host-ports'

export function createHostTrustCheck(
  { mcp }: Pick<HostPorts, 'mcp'>,
  { policy, variables }: Stores,
  consent: ApprovalsControl
): TrustCheck {
  const expand = (definition: ServerDefinition) => variables.expandServer(definition)
  return createTrustCheck({
    consent,
    fillInEnvironment: (text) => variables.fillInEnvironment(text),
    findSecrets,
    inspectProgram: (target) => mcp.clients.inspectProgram(target),
    ...readServersPolicy(policy, expand)
  })
}

export function createHostDoctor(
  ports: HostPorts,
  { settings, trustCheck, accounts }: Stores & Guards,
  servers: ServersControl
): Doctor {
  return new Doctor({
    app: ports.app,
    mcp: ports.mcp,
    newId: ports.newId,
    trustCheck,
    servers,
    findDefinition: (serverName) => {
      const { servers: valid, brokenServers } = serversFor(ports.task, settings.current())
      return [...valid, ...brokenServers].find(({ name }) => name === serverName)
    },
    findSecrets,
    plainSecretsOf,
    accessFor: (...input) => accounts.accessFor(...input),
    keepQuiet: (connectionId) => accounts.keepQuiet(connectionId),
    redact: (value) => ports.secretRegistry.redactDeep(value)
  })
}

/** The secrets that would move to the vault if the entry came from another app. */
function plainSecretsOf(definition: ServerDefinition): readonly string[] {
  const entry =
    definition.transport === 'stdio'
      ? { args: definition.args, env: definition.env }
      : { url: definition.url, headers: definition.headers }
  const { secrets } = moveSecrets(definition.name, entry, { findSecrets, isTaken: () => false })
  return secrets.map(({ value }) => value)
}

export function createHostServers(
  ports: HostPorts,
  { tools, consent, trustCheck, trustQuestions, accounts, records }: Stores & Guards,
  onCallEnded: (ended: EndedCall) => void
): ServersControl {
  return createServers({
    mcp: ports.mcp,
    consent: trustQuestions,
    tools,
    trustCheck,
    accessFor: (...input) => accounts.accessFor(...input),
    facts: ports.history,
    isAskedAbout: (serverName) =>
      consent.questions().some((question) => 'serverName' in question && question.serverName === serverName),
    recordCall: records.recordCall,
    onCallEnded,
    fetchIcon: records.forIcons,
    serverLog: ports.serverLog,
    secretRegistry: ports.secretRegistry,
    now: ports.now,
    newId: ports.newId,
    log: ports.log
  })
}
