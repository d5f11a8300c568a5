/**
 * Parses the text of the settings file into its content and its problems. An invalid part never affects another part;
 * only a text that isn't a JSON object is refused as a whole.
 */
import type { Node } from 'jsonc-parser'
import type { z } from 'zod'
import { toFolderChoice } from '../../contract/conversation/folder-choice'
import type { FolderChoice } from '../../contract/conversation/folders'
import type { ModelPrice, SettingsProblem } from '../../contract/settings'
import { simpleSettings } from '../../contract/simple-settings'
import type { SettingDescriptor, SimpleValues } from '../../contract/simple-settings'
import { defaultContent } from '../definition'
import type { ProviderDefinition, SettingsContent } from '../definition'
import { parseServers } from './parse-servers'
import { explainIssue, nameJsonKind } from './issue-sentences'
import {
  isBreakage,
  parseDocument,
  listProperties,
  findProperty,
  toJsonValue
} from '../document/json-document'
import type { SettingsDocumentKind, JsonPath } from '../document/json-document'
import { reportMisspellings, reportOddKeys } from './unknown-keys'
import { createProblemList } from '../document/problem-list'
import type { ProblemCollector } from '../document/problem-list'
import {
  listSectionKeys,
  knownKeys,
  ledgerSchema,
  modelPriceSchema,
  providerEntry,
  rootSchema,
  rootSettingSchema,
  simpleSections
} from './settings-schema'
import { say } from '../../texts/render-localized'

export type Interpretation =
  | {
      readonly type: 'usable'
      readonly content: SettingsContent
      readonly problems: readonly SettingsProblem[]
    }
  /** The text isn't a settings file, and its content is ignored. */
  | { readonly type: 'broken'; readonly problem: SettingsProblem }

export function parseSettings(text: string, what?: SettingsDocumentKind): Interpretation {
  const document = parseDocument(text, what)
  if (isBreakage(document)) {
    const { message, position } = document
    return {
      type: 'broken',
      problem: { severity: 'error', message, ...position, path: '', serverName: null }
    }
  }
  const problems = createProblemList(document)
  if (document.root.type !== 'object') {
    const message = say('settings.fileForm', { kind: nameJsonKind(toJsonValue(document.root)) })
    return { type: 'broken', problem: problems.error([], message) }
  }
  return readContent(document.root, problems)
}

function readContent(file: Node, problems: ProblemCollector): Interpretation {
  reportOddKeys(file, [], problems)
  reportMisspellings({ node: file, path: [] }, knownKeys.file, problems)
  const section = (key: string) => findProperty(file, key)?.value
  const kept = readKeys(ledgerSchema, { node: section('ledger'), path: ['ledger'] }, problems)
  const content: SettingsContent = {
    values: readSimpleSettings(file, problems),
    ...parseServers(section('mcpServers'), problems),
    models: readModels(section('models'), problems),
    roots: readRoots(section('roots'), problems),
    ledgerEndpoint: kept.otlp?.endpoint ?? null,
    ...(kept.otlp?.headers === undefined ? {} : { ledgerHeaders: kept.otlp.headers })
  }
  return { type: 'usable', content, problems: problems.list() }
}

function readSimpleSettings(file: Node, problems: ProblemCollector): SimpleValues {
  for (const section of simpleSections) {
    const place = { node: findProperty(file, section)?.value, path: [section] }
    if (isObject(place, problems))
      reportMisspellings({ ...place, node: place.node as Node }, listSectionKeys(section), problems)
  }
  const values = Object.entries<SettingDescriptor>(simpleSettings).map(([name, { schema, usual }]) => {
    const path = name.split('.')
    const node = path.reduce<Node | undefined>((inner, key) => findProperty(inner, key)?.value, file)
    const value = node === undefined ? undefined : readValue(schema, { node, path }, problems)
    return [name, value ?? usual] as const
  })
  return Object.fromEntries(values) as unknown as SimpleValues
}

/** A model's own id may contain further slashes. */
const pricedModel = /^[^/]+\/.+$/s

interface Place {
  readonly node: Node | undefined
  readonly path: JsonPath
}

/** The valid keys of an object; every other one is reported and gets its default. */
function readKeys<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  place: Place,
  problems: ProblemCollector
): { [K in keyof S]?: z.infer<S[K]> } {
  const { node, path } = place
  if (!isObject(place, problems)) return {}
  reportMisspellings({ node: node as Node, path }, Object.keys(schema.shape), problems)
  const read: { [K in keyof S]?: z.infer<S[K]> } = {}
  for (const key of Object.keys(schema.shape) as (keyof S & string)[]) {
    const property = findProperty(node, key)
    if (property === undefined) continue
    const value = readValue(
      schema.shape[key] as unknown as z.ZodType,
      { node: property.value, path: [...path, key] },
      problems
    )
    if (value !== undefined) read[key] = value as z.infer<S[typeof key]>
  }
  return read
}

/** The value if it is valid; otherwise undefined, and the problems are reported. */
function readValue<T>(
  schema: z.ZodType<T>,
  place: Required<Place>,
  problems: ProblemCollector
): T | undefined {
  const raw = toJsonValue(place.node as Node)
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const key = String(place.path.findLast((segment) => typeof segment === 'string') ?? '')
  const label = say('settings.key', { key })
  for (const issue of parsed.error.issues) {
    const path = [...place.path, ...(issue.path as (string | number)[])]
    problems.error(path, explainIssue(issue, raw, label))
  }
  return undefined
}

/** A missing value is fine; anything but an object is reported. */
function isObject({ node, path }: Place, problems: ProblemCollector): boolean {
  if (node === undefined || node.type === 'object') return node !== undefined
  problems.error(path, say('settings.sectionForm', { key: String(path.at(-1)) }))
  return false
}

function readModels(node: Node | undefined, problems: ProblemCollector): SettingsContent['models'] {
  if (node?.type !== 'object') return defaultContent.models
  const providers = { node: findProperty(node, 'providers')?.value, path: ['models', 'providers'] }
  isObject(providers, problems)
  const prices = { node: findProperty(node, 'prices')?.value, path: ['models', 'prices'] }
  isObject(prices, problems)
  return {
    providers: listProperties(providers.node).flatMap(({ key, value }) => readProvider(key, value, problems)),
    prices: new Map(listProperties(prices.node).flatMap(({ key, value }) => readPrice(key, value, problems)))
  }
}

function readProvider(name: string, node: Node, problems: ProblemCollector): ProviderDefinition[] {
  const path = ['models', 'providers', name]
  if (name === '__proto__') return []
  if (name === '' || name.length > 100 || name.includes('/') || name === 'direct') {
    problems.error(path, say('settings.providerName', { name }))
    return []
  }
  if (node.type === 'object') reportMisspellings({ node, path }, knownKeys.provider, problems)
  const entry = readValue(providerEntry, { node, path }, problems)
  if (entry === undefined) return []
  const { type, apiKey = null, baseUrl = null, api } = entry
  return [{ name, type, apiKey, baseUrl, ...(api !== undefined && { api }) }]
}

function readPrice(model: string, node: Node, problems: ProblemCollector): [string, ModelPrice][] {
  const path = ['models', 'prices', model]
  if (!pricedModel.test(model)) {
    problems.error(path, say('settings.priceName', { model }))
    return []
  }
  if (node.type === 'object') reportMisspellings({ node, path }, knownKeys.price, problems)
  const price = readValue(modelPriceSchema, { node, path }, problems)
  if (price === undefined) return []
  const { inputPerMillion, outputPerMillion } = price
  return [[model, { inputPerMillion, outputPerMillion }]]
}

function readRoots(node: Node | undefined, problems: ProblemCollector): readonly FolderChoice[] {
  if (node === undefined) return []
  if (node.type !== 'array') {
    problems.error(['roots'], say('settings.rootsForm'))
    return []
  }
  return (node.children ?? []).flatMap((item, index) => {
    const place = { node: item, path: ['roots', index] }
    if (item.type !== 'object') return readValue(rootSchema, place, problems) ?? []
    reportMisspellings(place, knownKeys.root, problems)
    const entry = readValue(rootSettingSchema, place, problems)
    return entry === undefined ? [] : toFolderChoice(entry)
  })
}
