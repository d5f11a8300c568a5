/** Parses a table of models: valid entries, and the problems of the others with their positions. */
import type { Node } from 'jsonc-parser'
import { modelFacts, type ModelFacts } from '../../contract/models/model-facts'
import type { SettingsProblem } from '../../contract/settings'
import { say } from '../../texts/render-localized'
import {
  isBreakage,
  parseDocument,
  listProperties,
  findProperty,
  toJsonValue
} from '../document/json-document'
import { createProblemList, fileProblem, type ProblemCollector } from '../document/problem-list'
import { explainIssue } from '../parse/issue-sentences'
import { reportMisspellings, reportOddKeys } from '../parse/unknown-keys'

export interface ModelTable {
  /** By the pattern of their names. */
  readonly entries: ReadonlyMap<string, ModelFacts>
  /** In the order of the file. */
  readonly problems: readonly SettingsProblem[]
}

export const emptyTable: ModelTable = { entries: new Map(), problems: [] }

const longestPattern = 300

/** Never throws, for any text. */
export function readTable(text: string): ModelTable {
  const document = parseDocument(text)
  if (isBreakage(document)) {
    const problem = { ...fileProblem('error', document.message), ...document.position }
    return { entries: new Map(), problems: [problem] }
  }
  const problems = createProblemList(document)
  const entries = readRoot(document.root, problems)
  return { entries, problems: problems.list() }
}

function readRoot(root: Node, problems: ProblemCollector): ModelTable['entries'] {
  if (root.type !== 'object') {
    problems.error([], say('settings.tableForm'))
    return new Map()
  }
  reportOddKeys(root, [], problems)
  reportMisspellings({ node: root, path: [] }, ['models'], problems)
  const models = findProperty(root, 'models')?.value
  if (models !== undefined && models.type !== 'object')
    problems.error(['models'], say('settings.sectionForm', { key: 'models' }))
  const read = listProperties(models).map(({ key, value }) => [key, readEntry(key, value, problems)] as const)
  return new Map(read.filter((entry): entry is [string, ModelFacts] => entry[1] !== null))
}

function readEntry(pattern: string, node: Node, problems: ProblemCollector): ModelFacts | null {
  const path = ['models', pattern]
  if (pattern === '__proto__') return null // reported by `reportOddKeys`
  if (pattern.trim() === '' || pattern.length > longestPattern) {
    problems.error(path, say('settings.tableName', { name: pattern }))
    return null
  }
  if (node.type !== 'object') {
    problems.error(path, say('settings.sectionForm', { key: pattern }))
    return null
  }
  reportMisspellings({ node, path }, Object.keys(modelFacts.shape), problems)
  return readFacts(node, path, problems)
}

/** Each value separately: an invalid one doesn't affect the others. */
function readFacts(node: Node, path: readonly string[], problems: ProblemCollector): ModelFacts {
  const found: [string, unknown][] = []
  for (const { key, value } of listProperties(node)) {
    const schema = Object.hasOwn(modelFacts.shape, key) ? modelFacts.shape[key as keyof ModelFacts] : null
    if (schema === null) continue // misspellings are reported; any other key is a note of the user
    const raw = toJsonValue(value)
    const parsed = schema.safeParse(raw)
    if (parsed.success) found.push([key, parsed.data])
    else
      for (const issue of parsed.error.issues) {
        const place = [...path, key, ...(issue.path as (string | number)[])]
        problems.error(place, explainIssue(issue, raw, say('settings.key', { key })))
      }
  }
  return Object.fromEntries(found) as ModelFacts
}
