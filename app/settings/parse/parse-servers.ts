/**
 * Parses `mcpServers`: each entry becomes a definition or a broken server with its problems, independent of the others.
 */
import { setLimits } from '../../contract/consent/sandbox-choices'
import { setExtras } from '../../contract/consent/sandbox-extras'
import { resolve } from 'node:path'
import type { Node } from 'jsonc-parser'
import type { SettingsProblem } from '../../contract/settings'
import { serverSettings, type ServerChoices } from '../../contract/simple-settings'
import type { BrokenServerDefinition, ServerDefinition, StdioDefinition, ToolChoices } from '../definition'
import { explainIssue } from './issue-sentences'
import { listProperties, findProperty, toJsonValue } from '../document/json-document'
import type { Property } from '../document/json-document'
import { createSkeleton } from '../../base/skeleton'
import { reportMisspellings } from './unknown-keys'
import type { ProblemCollector } from '../document/problem-list'
import { sandboxIn, sandboxKeys } from './sandbox-key'
import { knownKeys, serverEntry, transportNames } from './settings-schema'
import type { ServerSettingsEntry } from './settings-schema'
import { checkServerName, isAbsolutePath, isPath } from './text-rules'
import { toOAuth } from './oauth-entry'
import { findUnknownVariable } from './variables'
import { findPlaceholder } from '../paste/missing-values'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

interface ReadServers {
  readonly servers: readonly ServerDefinition[]
  readonly brokenServers: readonly BrokenServerDefinition[]
  readonly serverOrder: readonly string[]
}

/** `node` is the value of `mcpServers`. Every problem of an entry is also added to `problems`. */
export function parseServers(node: Node | undefined, problems: ProblemCollector): ReadServers {
  if (node !== undefined && node.type !== 'object') {
    problems.error(['mcpServers'], say('settings.serversForm'))
  }
  const properties = listProperties(node)
  const names = [...new Set(properties.map(({ key }) => key))]
  const lookAlikes = findLookAlikes(names)
  const counts = new Map<string, number>()
  for (const { key } of properties) counts.set(key, (counts.get(key) ?? 0) + 1)

  const servers: ServerDefinition[] = []
  const brokenServers: BrokenServerDefinition[] = []
  const lastOf = new Map(properties.map((property) => [property.key, property]))
  for (const property of lastOf.values()) {
    const read = readEntry(property, (counts.get(property.key) ?? 0) > 1, problems)
    if ('problems' in read) brokenServers.push(read)
    else servers.push({ ...read, lookAlikes: lookAlikes.get(read.name) ?? [] })
  }
  reportLookAlikes(lookAlikes, lastOf, problems)
  const showable = brokenServers.filter(({ name }) => name !== '' && name.length <= 200)
  const kept = new Set([...servers, ...showable].map(({ name }) => name))
  return { servers, brokenServers: showable, serverOrder: names.filter((name) => kept.has(name)) }
}

function readEntry(
  property: Property,
  isTwice: boolean,
  problems: ProblemCollector
): ServerDefinition | BrokenServerDefinition {
  const { key: name, keyNode, value: node } = property
  const path = ['mcpServers', name]
  const found: SettingsProblem[] = []
  const report = (message: LocalizedText) => found.push(problems.error(path, message, keyNode))
  const nameProblem = checkServerName(name)
  if (nameProblem !== null) report(nameProblem)
  if (isTwice) report(say('settings.serverTwice', { name }))

  const raw = toJsonValue(node)
  const parsed = serverEntry.safeParse(raw)
  if (parsed.success) {
    reportDoubts(node, { name, entry: parsed.data }, problems)
    return found.length === 0 ? toDefinition(name, parsed.data) : { ...outline(name, raw), problems: found }
  }
  for (const issue of parsed.error.issues) {
    const place = [...path, ...(issue.path as (string | number)[])]
    found.push(
      problems.error(
        place,
        explainIssue(issue, raw, say('settings.theEntry')),
        issue.path.length === 0 ? keyNode : undefined
      )
    )
  }
  if (node.type === 'object') reportMisspellings({ node, path }, knownKeys.server, problems)
  return { ...outline(name, raw), problems: found }
}

/** Warnings of a valid entry. */
function reportDoubts(
  node: Node,
  named: { name: string; entry: ServerSettingsEntry },
  problems: ProblemCollector
): void {
  const { name, entry } = named
  const path = ['mcpServers', name]
  reportMisspellings({ node, path }, knownKeys.server, problems)
  const { timeoutMs, maxTotalTimeoutMs } = choicesIn(entry)
  reportLimits(entry, { path, timeoutMs, maxTotalTimeoutMs }, problems)
  reportSandbox(node, named, problems)
  const tools = findProperty(node, 'tools')?.value
  if (tools?.type === 'array') problems.warning([...path, 'tools'], say('settings.foreignTools'))
  for (const [tool, choices] of Object.entries(entry.tools ?? {})) {
    const place = [...path, 'tools', tool]
    reportLimits(choices, { path: place, timeoutMs, maxTotalTimeoutMs, ...choices }, problems)
    const toolNode = findProperty(tools, tool)?.value
    if (toolNode !== undefined) reportMisspellings({ node: toolNode, path: place }, knownKeys.tool, problems)
  }
  for (const [place, text] of expandedTexts(entry)) {
    const placeholder = findPlaceholder(text)
    if (placeholder !== null)
      problems.warning([...path, ...place], say('settings.placeholder', { placeholder }))
    const foreign = findUnknownVariable(text)
    if (foreign === null) continue
    problems.warning([...path, ...place], say('settings.foreignVariable', { variable: foreign }))
  }
}

function reportSandbox(
  node: Node,
  named: { name: string; entry: ServerSettingsEntry },
  problems: ProblemCollector
): void {
  const { name, entry } = named
  const path = ['mcpServers', name]
  const [key, ignored] = sandboxKeys.filter((each) => Object.hasOwn(entry, each))
  if (key === undefined) return
  if (ignored !== undefined)
    problems.warning([...path, ignored], say('settings.sandboxTwice', { key, ignored }))
  const described = findProperty(node, key)?.value
  if (described?.type === 'object')
    reportMisspellings({ node: described, path: [...path, key] }, knownKeys.sandbox, problems)
  for (const variable of Object.keys(entry[key]?.masked ?? {}))
    if (entry.env?.[variable] === undefined)
      problems.warning([...path, key, 'masked', variable], say('settings.maskedUnknown', { name: variable }))
}

type Limits = Pick<ServerSettingsEntry, 'timeoutMs' | 'maxTotalTimeoutMs'>

/** `holding` are the limits including inherited ones. */
function reportLimits(
  written: Limits,
  holding: Limits & { path: string[] },
  problems: ProblemCollector
): void {
  const { path, timeoutMs = 0, maxTotalTimeoutMs = 0 } = holding
  const key = written.maxTotalTimeoutMs === undefined ? 'timeoutMs' : 'maxTotalTimeoutMs'
  if (maxTotalTimeoutMs >= timeoutMs || written[key] === undefined) return
  problems.warning([...path, key], say('settings.limitsSwapped'))
}

function expandedTexts(
  entry: ServerSettingsEntry
): readonly (readonly [readonly (string | number)[], string])[] {
  return [
    ...(entry.args ?? []).map((text, index) => [['args', index], text] as const),
    ...Object.entries(entry.env ?? {}).map(([key, text]) => [['env', key], text] as const),
    ...Object.entries(entry.headers ?? {}).map(([key, text]) => [['headers', key], text] as const),
    ...(entry.url === undefined ? [] : [[['url'], entry.url] as const])
  ]
}

function reportLookAlikes(
  lookAlikes: ReadonlyMap<string, readonly string[]>,
  properties: ReadonlyMap<string, Property>,
  problems: ProblemCollector
): void {
  for (const [name, others] of lookAlikes) {
    const shown = others
      .slice(0, 3)
      .map((other) => JSON.stringify(other))
      .join(', ')
    const message = say('settings.lookAlike', { names: shown })
    problems.warning(['mcpServers', name], message, properties.get(name)?.keyNode)
  }
}

function choicesIn(entry: ServerSettingsEntry): ServerChoices {
  const choices = Object.entries(serverSettings).map(([name, { key, usual }]) => [name, entry[key] ?? usual])
  return Object.fromEntries(choices) as ServerChoices
}

function toDefinition(name: string, entry: ServerSettingsEntry): ServerDefinition {
  const common = {
    name,
    ...choicesIn(entry),
    tools: new Map(Object.entries(entry.tools ?? {}).map(([tool, choices]) => [tool, toChoices(choices)])),
    lookAlikes: []
  }
  const transport =
    entry.type === undefined ? (entry.command === undefined ? 'http' : 'stdio') : transportNames[entry.type]
  if (transport !== 'stdio')
    return {
      ...common,
      transport,
      url: entry.url ?? '',
      headers: entry.headers ?? {},
      ...(entry.oauth === undefined ? {} : { oauth: toOAuth(entry.oauth) })
    }
  const cwd = entry.cwd ?? null
  const command = resolveCommand(entry.command ?? '', cwd)
  return {
    ...common,
    transport,
    command,
    args: entry.args ?? [],
    env: entry.env ?? {},
    cwd,
    ...wallsOf(entry)
  }
}

/** "off" means the same as an entry without the key. */
function wallsOf(entry: ServerSettingsEntry): Pick<StdioDefinition, 'containment'> {
  const containment = sandboxIn(entry)
  if (containment === undefined) return {}
  const { read = [], write = [], hosts = [], masked } = containment
  const lent = masked === undefined ? {} : { masked }
  return {
    containment: { read, write, hosts, ...lent, ...setLimits(containment), ...setExtras(containment) }
  }
}

function toChoices({
  disabled,
  alwaysSend,
  timeoutMs,
  maxTotalTimeoutMs,
  maxCallsPerTurn,
  maxCallsPerConversation,
  maxCallsPerDay
}: NonNullable<ServerSettingsEntry['tools']>[string]): ToolChoices {
  return {
    isDisabled: disabled ?? false,
    isAlwaysSent: alwaysSend ?? false,
    timeoutMs: timeoutMs ?? null,
    maxTotalTimeoutMs: maxTotalTimeoutMs ?? null,
    callLimits: {
      perTurn: maxCallsPerTurn ?? null,
      perConversation: maxCallsPerConversation ?? null,
      perDay: maxCallsPerDay ?? null
    }
  }
}

/** A path relative to the entry's own folder becomes absolute; names that are searched for are kept. */
function resolveCommand(command: string, cwd: string | null): string {
  if (cwd === null || !isPath(command) || isAbsolutePath(command)) return command
  return resolve(cwd, command)
}

/** What can be shown of an entry that can't be used. */
function outline(name: string, raw: unknown): Omit<BrokenServerDefinition, 'problems'> {
  const entry: Record<string, unknown> =
    typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
  const word = typeof entry['type'] === 'string' ? entry['type'] : ''
  const known = Object.hasOwn(transportNames, word)
    ? transportNames[word as keyof typeof transportNames]
    : null
  const transport = known ?? (typeof entry['url'] === 'string' ? 'http' : 'stdio')
  if (transport !== 'stdio') return { name, transport, address: '' }
  return { name, transport, address: typeof entry['command'] === 'string' ? entry['command'] : '' }
}

/** For each name the other names that look like it, in the given order. Names without any are left out. */
function findLookAlikes(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const skeleton = createSkeleton(name)
    groups.set(skeleton, [...(groups.get(skeleton) ?? []), name])
  }
  const found = new Map<string, readonly string[]>()
  for (const group of groups.values()) {
    if (group.length === 1) continue
    for (const name of group)
      found.set(
        name,
        group.filter((other) => other !== name)
      )
  }
  return found
}
