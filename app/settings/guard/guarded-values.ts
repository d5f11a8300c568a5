/** The values at positions where a change can lower protection, as a flat list, and their restoration. Pure. */
import { toFolderEntry, toFolderChoice } from '../../contract/conversation/folder-choice'
import type { FolderChoice } from '../../contract/conversation/folders'
import type { JsonValue } from '../../contract/json'
import type { ModelPrice } from '../../contract/settings'
import { callLimitKeys, callPeriods } from '../../contract/limits'
import { serverSettings, simpleSettings } from '../../contract/simple-settings'
import type { ServerChoices, SimpleValues } from '../../contract/simple-settings'
import { usualToolChoices, type ServerDefinition, type SettingsContent } from '../definition'
import { hashServerDefinition } from '../server-definition-hash'
import { everyServer, ruleAt, type GuardedPath } from './guard-rules'

export interface GuardedValue {
  readonly path: GuardedPath
  readonly value: JsonValue
  /** Of a server: the program or address for which the value was set. */
  readonly program?: string
}

/** By name: the program or address of each entry. */
export function listPrograms({ servers }: Pick<SettingsContent, 'servers'>): ReadonlyMap<string, string> {
  return new Map(servers.map((server) => [server.name, hashServerDefinition(server)]))
}

/** By the text of the path. Default values aren't included. */
export type GuardedValues = ReadonlyMap<string, GuardedValue>

export function toGuardedKey(path: GuardedPath): string {
  return JSON.stringify(path)
}

/** Of several for one path, the last one counts. */
export function toGuardedValues(values: Iterable<GuardedValue>): GuardedValues {
  const kept = new Map<string, GuardedValue>()
  for (const each of values) {
    const rule = ruleAt(each.path)
    if (rule === null || JSON.stringify(rule.usual) === JSON.stringify(each.value))
      kept.delete(toGuardedKey(each.path))
    else kept.set(toGuardedKey(each.path), each)
  }
  return kept
}

export function collectGuardedValues({ values, servers, roots, models }: SettingsContent): GuardedValues {
  const names = Object.keys(simpleSettings) as (keyof SimpleValues)[]
  return toGuardedValues([
    ...names.map((name) => ({ path: name.split('.'), value: values[name] })),
    ...servers.flatMap(valuesOfServer),
    ...valuesOfFolders(roots),
    ...[...models.prices].map(([model, price]) => ({
      path: ['models', 'prices', model],
      value: { ...price }
    }))
  ])
}

const choiceNames = Object.keys(serverSettings) as (keyof ServerChoices)[]

function valuesOfServer(server: ServerDefinition): readonly GuardedValue[] {
  const inEntry = (...keys: string[]): GuardedPath => ['mcpServers', server.name, ...keys]
  const program = hashServerDefinition(server)
  return [
    ...choiceNames.map((name) => ({ path: inEntry(serverSettings[name].key), value: server[name], program })),
    ...[...server.tools].flatMap(([tool, { isDisabled, callLimits }]) => [
      { path: inEntry('tools', tool, 'disabled'), value: isDisabled, program },
      ...callPeriods.map((period) => ({
        path: inEntry('tools', tool, callLimitKeys[period]),
        value: callLimits[period],
        program
      }))
    ])
  ]
}

/** A folder that is named twice is shared with all servers that either item names. */
function valuesOfFolders(roots: readonly FolderChoice[]): readonly GuardedValue[] {
  const shared = new Map<string, Set<string> | null>()
  for (const { path, servers } of roots.map(toFolderEntry)) {
    const known = shared.get(path) ?? new Set<string>()
    const isForEvery = servers === undefined || shared.get(path) === null
    shared.set(path, isForEvery ? null : new Set([...known, ...servers]))
  }
  return [...shared].map(([path, servers]) => ({
    path: ['roots', path],
    value: servers === null ? everyServer : [...servers]
  }))
}

/** The settings with another value at that path, as if the file had it. */
export function withValue(content: SettingsContent, { path, value }: GuardedValue): SettingsContent {
  const [section = '', name = ''] = path
  if (section === 'roots') return { ...content, roots: withSharing(content.roots, name, value) }
  if (section === 'mcpServers') {
    const servers = content.servers.map((server) =>
      server.name === name ? withChoice(server, path, value) : server
    )
    return { ...content, servers }
  }
  if (section === 'models' && name === 'prices') {
    const prices = new Map(content.models.prices)
    const model = path[2] ?? ''
    if (value === null) prices.delete(model)
    else prices.set(model, value as ModelPrice)
    return { ...content, models: { ...content.models, prices } }
  }
  return { ...content, values: { ...content.values, [path.join('.')]: value } }
}

function withSharing(roots: readonly FolderChoice[], path: string, value: JsonValue): FolderChoice[] {
  let isFirst = true
  return roots.flatMap((choice) => {
    const folder = toFolderEntry(choice)
    if (folder.path !== path) return [choice]
    if (!isFirst || !Array.isArray(value)) return []
    isFirst = false
    return [toFolderChoice({ ...folder, servers: value as string[] })]
  })
}

function withChoice(server: ServerDefinition, path: GuardedPath, value: JsonValue): ServerDefinition {
  const [, , key = '', tool = '', choice] = path
  if (key !== 'tools') {
    const name = choiceNames.find((each) => serverSettings[each].key === key)
    return name === undefined ? server : { ...server, [name]: value }
  }
  const known = server.tools.get(tool) ?? usualToolChoices
  const period = callPeriods.find((each) => callLimitKeys[each] === choice)
  const changed =
    period === undefined
      ? { ...known, isDisabled: value === true }
      : { ...known, callLimits: { ...known.callLimits, [period]: value } }
  return { ...server, tools: new Map([...server.tools, [tool, changed]]) }
}
