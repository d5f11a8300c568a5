/**
 * Which changes of the settings lower protection, by position in the file. Single values declare it in their
 * descriptors; rules for folders, switches and limits of tools, and prices are here. Keys that decide which program
 * runs or which address is requested have no rule: a change needs trust again (`otherGuards`).
 */
import type { JsonValue } from '../../contract/json'
import type { ModelPrice } from '../../contract/settings'
import { serverSettings, simpleSettings } from '../../contract/simple-settings'
import type { SettingDescriptor, Weakens } from '../../contract/simple-settings'

/** Key by key. In `roots`, a folder is identified by its path. */
export type GuardedPath = readonly string[]

export interface GuardRule {
  /** The default if the file says nothing. */
  readonly usual: JsonValue
  readonly isWeaker: (from: JsonValue, to: JsonValue) => boolean
}

/**
 * Of a folder that every server may know; otherwise the names of the servers that may, and null for a folder that isn't
 * shared.
 */
export const everyServer = 'every'

const weakerBy: Readonly<Record<Extract<Weakens, string>, GuardRule['isWeaker']>> = {
  changed: (from, to) => from !== to,
  on: (from, to) => to === true && from !== true,
  off: (from, to) => to !== true && from === true,
  raised: (from, to) => Number(to) > Number(from)
}

const folder: GuardRule = {
  usual: null,
  isWeaker: (from, to) => {
    if (to === null || from === everyServer) return false
    const known = new Set(Array.isArray(from) ? from : [])
    return !Array.isArray(to) || to.some((server) => !known.has(server))
  }
}

const tool: GuardRule = { usual: false, isWeaker: weakerBy.off }

/** A higher limit of calls, or no limit any more. */
const calls: GuardRule = {
  usual: null,
  isWeaker: (from, to) => from !== null && (to === null || Number(to) > Number(from))
}

/** A lower price lets servers spend more, and the first price hides that the cost is unknown. */
const price: GuardRule = {
  usual: null,
  isWeaker: (from, to) => {
    if (to === null || from === null) return to !== null
    const [before, after] = [from as ModelPrice, to as ModelPrice]
    return after.inputPerMillion < before.inputPerMillion || after.outputPerMillion < before.outputPerMillion
  }
}

const ofServers: ReadonlyMap<string, SettingDescriptor> = new Map(
  Object.values(serverSettings).map((descriptor) => [descriptor.key, descriptor])
)
const ofFile: ReadonlyMap<string, SettingDescriptor> = new Map(Object.entries(simpleSettings))

/** Null: no change there lowers protection. */
export function ruleAt(path: GuardedPath): GuardRule | null {
  const [section, name, key, , choice] = path
  if (section === 'roots') return folder
  if (section === 'models' && name === 'prices') return price
  if (section !== 'mcpServers') return getRule(ofFile.get(path.join('.')))
  if (key === 'tools') return choice === 'disabled' ? tool : calls
  return getRule(ofServers.get(key ?? ''))
}

function getRule(descriptor: SettingDescriptor | undefined): GuardRule | null {
  if (descriptor === undefined || typeof descriptor.weakens !== 'string') return null
  return { usual: descriptor.usual as JsonValue, isWeaker: weakerBy[descriptor.weakens] }
}

/**
 * What guards keys without a descriptor, by key of their schemas. `rule`: a change that lowers protection
 * waits. `trust`, `destination`: another value is another program or address, which is asked about. `nothing`: listed
 * in docs/security.md as possible for anyone who can write the file. A test requires a guard for each key and checks
 * that it is true.
 */
export const otherGuards = {
  file: { $schema: 'nothing', mcpServers: 'its keys', roots: 'its keys', ledger: 'its keys' },
  models: { providers: 'its keys', prices: 'its keys' },
  provider: { type: 'destination', apiKey: 'destination', baseUrl: 'destination', api: 'nothing' },
  price: { inputPerMillion: 'rule', outputPerMillion: 'rule' },
  root: { path: 'rule', servers: 'rule', name: 'nothing' },
  ledger: { otlp: 'its keys' },
  collector: { endpoint: 'destination', headers: 'destination' },
  server: {
    type: 'trust',
    command: 'trust',
    args: 'trust',
    env: 'trust',
    cwd: 'trust',
    url: 'trust',
    headers: 'trust',
    oauth: 'its keys',
    tools: 'its keys',
    sandbox: 'its keys',
    containment: 'its keys'
  },
  sandbox: {
    read: 'trust',
    write: 'trust',
    hosts: 'trust',
    masked: 'trust',
    memoryMb: 'trust',
    processes: 'trust',
    cpuPercent: 'trust',
    homeMb: 'trust',
    listens: 'trust',
    installScripts: 'trust'
  },
  signIn: {
    flow: 'trust',
    clientId: 'trust',
    clientSecret: 'trust',
    clientMetadataUrl: 'trust',
    issuer: 'trust',
    scopes: 'trust',
    redirectPort: 'trust',
    redirect: 'trust',
    parameters: 'trust',
    privateKey: 'trust',
    signingAlgorithm: 'trust',
    assertion: 'trust',
    identityProvider: 'its keys'
  },
  identityProvider: {
    issuer: 'trust',
    tokenEndpoint: 'trust',
    clientId: 'trust',
    clientSecret: 'trust',
    idToken: 'trust'
  },
  tool: {
    disabled: 'rule',
    alwaysSend: 'nothing',
    timeoutMs: 'nothing',
    maxTotalTimeoutMs: 'nothing',
    maxCallsPerTurn: 'rule',
    maxCallsPerConversation: 'rule',
    maxCallsPerDay: 'rule'
  }
} as const
