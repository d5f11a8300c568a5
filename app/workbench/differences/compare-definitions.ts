/** Compares what two servers, or two versions of one, offer. What a model gets comes first. */
import { isDeepStrictEqual } from 'node:util'
import { sortKeys } from '../../base/sort-keys'
import { toolTokens } from '../../contract/content/tool-token-limit'
import type { JsonObject, JsonValue } from '../../contract/json'
import type {
  ChangedField,
  DefinitionChange,
  DefinitionDifferences,
  DefinitionKind,
  Definitions
} from '../../contract/workbench/differences'
import { toFields } from '../recordings/exchanges'
import { compareSchemas } from './compare-schemas'
import { listedKinds, type ListedKind } from './definitions'

/** Members that identify a definition. */
const keys: Readonly<Record<ListedKind, string>> = {
  tool: 'name',
  prompt: 'name',
  resource: 'uri',
  template: 'uriTemplate'
}

/** Members that a model gets. */
const membersForModels: Readonly<Record<DefinitionKind, readonly string[]>> = {
  server: ['instructions'],
  tool: ['name', 'description', 'inputSchema'],
  prompt: [],
  resource: [],
  template: []
}

/** The order in which users look for them; others follow. */
const memberOrder = ['name', 'description', 'inputSchema', 'instructions', 'title', 'version', 'outputSchema']

export function compareDefinitions(before: Definitions, after: Definitions): DefinitionDifferences {
  const changes: DefinitionChange[] = []
  const unknown: DefinitionKind[] = []
  let unchanged = 0
  const compareAll = (kind: DefinitionKind, pairs: readonly Pair[]) => {
    const found = pairs.flatMap((pair) => compareOne(kind, pair) ?? [])
    changes.push(...found)
    unchanged += pairs.length - found.length
  }
  if (before.server === null || after.server === null) unknown.push('server')
  else compareAll('server', [{ name: '', before: before.server, after: after.server }])
  for (const kind of listedKinds) {
    const [old, now] = [before[kind], after[kind]]
    if (old === null || now === null) unknown.push(kind)
    else compareAll(kind, pairUp(kind, old, now))
  }
  return {
    before: countTools(before.tool ?? []),
    after: countTools(after.tool ?? []),
    changes: changes.toSorted((one, other) => Number(other.isForModel) - Number(one.isForModel)),
    unchanged,
    unknown
  }
}

interface Pair {
  readonly name: string
  readonly previousName?: string | null
  readonly before: JsonObject | null
  readonly after: JsonObject | null
}

function pairUp(
  kind: ListedKind,
  before: readonly JsonObject[],
  after: readonly JsonObject[]
): readonly Pair[] {
  const nameOf = (definition: JsonObject) => {
    const name = definition[keys[kind]]
    return typeof name === 'string' ? name : ''
  }
  const [old, now] = [before, after].map((list) => new Map(list.map((each) => [nameOf(each), each])))
  if (old === undefined || now === undefined) return []
  const removed = new Map([...old].filter(([name]) => !now.has(name)))
  const added = [...now].flatMap(([name, definition]): Pair[] => {
    if (old.has(name)) return []
    const renamed = [...removed].find(([, each]) => kind === 'tool' && isRenamed(each, definition))
    if (renamed === undefined) return [{ name, before: null, after: definition }]
    removed.delete(renamed[0])
    return [{ name, previousName: renamed[0], before: renamed[1], after: definition }]
  })
  const kept = [...old].flatMap(([name, definition]): Pair[] => {
    const other = now.get(name)
    return other === undefined ? [] : [{ name, before: definition, after: other }]
  })
  const gone = [...removed].map(([name, definition]) => ({ name, before: definition, after: null }))
  return [...added, ...gone, ...kept]
}

/** The same text under a different name. */
function isRenamed(before: JsonObject, after: JsonObject): boolean {
  const { description = '', inputSchema = null } = before
  return (
    description !== '' &&
    description === after['description'] &&
    isDeepStrictEqual(inputSchema, after['inputSchema'] ?? null)
  )
}

/** null: they are the same. */
function compareOne(
  kind: DefinitionKind,
  { name, previousName = null, before, after }: Pair
): DefinitionChange | null {
  const [old, now] = [before ?? {}, after ?? {}]
  const wasForModel = kind !== 'tool' || (before !== null && isForModels(before))
  const isForModel = kind !== 'tool' || (after !== null && isForModels(after))
  const members = new Set([...memberOrder, ...Object.keys(old), ...Object.keys(now)])
  const fields = [...members].flatMap((member) => {
    const isRead =
      (wasForModel || isForModel) &&
      (membersForModels[kind].includes(member) || (member === '_meta' && wasForModel !== isForModel))
    return compareMember(member, isRead, [old[member], now[member]]) ?? []
  })
  if (fields.length === 0) return null
  return {
    kind,
    name,
    previousName,
    change: before === null ? 'added' : after === null ? 'removed' : 'changed',
    isForModel: fields.some((field) => field.isForModel),
    tokens: kind === 'tool' ? { before: countTokens(before), after: countTokens(after) } : null,
    fields: fields.toSorted((one, other) => Number(other.isForModel) - Number(one.isForModel))
  }
}

/** null: it is the same. An empty text means the same as none. */
function compareMember(
  name: string,
  isForModel: boolean,
  [old, now]: readonly [JsonValue | undefined, JsonValue | undefined]
): ChangedField | null {
  const [before, after] = [old, now].map((value) =>
    value === undefined || value === '' ? null : sortKeys(value)
  )
  if (before === undefined || after === undefined || isDeepStrictEqual(before, after)) return null
  const isSchema = (name === 'inputSchema' || name === 'outputSchema') && before !== null && after !== null
  return { name, isForModel, before, after, notes: isSchema ? compareSchemas(before, after) : [] }
}

/** @spec MCP Apps 2026-01-26 Resource Discovery */
function isForModels({ _meta }: JsonObject): boolean {
  const { visibility } = toFields(toFields(_meta)['ui'])
  return !Array.isArray(visibility) || visibility.includes('model')
}

/** Those that models get. */
export function countTools(tools: readonly JsonObject[]): { tools: number; tokens: number } {
  const ofModels = tools.filter(isForModels)
  return { tools: ofModels.length, tokens: ofModels.reduce((sum, tool) => sum + countTokens(tool), 0) }
}

function countTokens(tool: JsonObject | null): number {
  if (tool === null || !isForModels(tool)) return 0
  const { name, description, inputSchema } = tool
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '')
  return toolTokens({ name: text(name), description: text(description), inputSchema: toFields(inputSchema) })
}
