/** Reads a file with tests. Every fault gets a sentence with its line and column. */
import type { LineCounter, Document } from 'yaml'
import type { z } from 'zod'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import type { TestFileProblem } from '../../contract/workbench/tests'
import { testFileLimits } from '../../contract/workbench/test-limits'
import { quote, say } from '../../texts/render-localized'
import { subjectKeys, testFileSchema, type SavedTest } from './test-file-schema'

export interface ParsedTestFile {
  /** That the file names for all its tests. */
  readonly server: string | null
  /** Empty if there are problems. */
  readonly tests: readonly PlacedTest[]
  readonly problems: readonly TestFileProblem[]
}

export interface PlacedTest extends SavedTest {
  readonly line: number
}

type Path = readonly PropertyKey[]
type Yaml = typeof import('yaml')

/** Repeated parts of a file may not make it much larger than it is. */
const mostAliases = 100
const shownProblems = 20
const mostLevels = 200

export async function parseTestFile(text: string): Promise<ParsedTestFile> {
  if (text.length > testFileLimits.characters)
    return failed([{ line: 1, column: 1, message: say('tests.fileTooLarge') }])
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = readDocument(yaml, text, lines)
  if (document === null) return failed([{ line: 1, column: 1, message: say('tests.fileTooDeep') }])
  if (document.errors.length > 0)
    return failed(
      document.errors.slice(0, shownProblems).map(({ pos, message }) => at(lines, pos[0], quote(message)))
    )
  const repeated = findRepeatedKeys(yaml, document)
  if (repeated.length > 0)
    return failed(repeated.map(({ key, offset }) => at(lines, offset, say('tests.keyTwice', { key }))))
  const find = (path: Path) => findOffset(document, path)
  const tell = (path: Path, message: LocalizedText) => at(lines, find(path), message)
  const value = readPlain(document)
  if (value === undefined) return failed([tell([], say('tests.tooManyAliases'))])
  const read = testFileSchema.safeParse(value)
  if (!read.success)
    return failed(
      read.error.issues
        .slice(0, shownProblems)
        .flatMap(describeIssue)
        .slice(0, shownProblems)
        .map(([path, message]) => tell(path, message))
    )
  const contradictions = findContradictions(read.data.tests).slice(0, shownProblems)
  const problems = contradictions.map(([path, message]) => tell(path, message))
  if (problems.length > 0) return failed(problems)
  const tests = read.data.tests.map((test, index) => ({
    ...test,
    line: lines.linePos(find(['tests', index])).line
  }))
  return { server: read.data.server ?? null, tests, problems: [] }
}

/** @throws HostError SETTINGS_INVALID */
export function requireFaultless([first]: readonly TestFileProblem[]): void {
  if (first === undefined) return
  const place = { line: `${first.line}`, column: `${first.column}` }
  throw new HostError('SETTINGS_INVALID', say('tests.faults', { ...place, problem: first.message }))
}

function failed(problems: readonly TestFileProblem[]): ParsedTestFile {
  return { server: null, tests: [], problems: problems.slice(0, shownProblems) }
}

function at(lines: LineCounter, offset: number, message: LocalizedText): TestFileProblem {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col), message }
}

/** A full stack can end the process, so the library never gets so much. Counts generously. */
function isTooDeep(text: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket === '[' || bracket === '{' ? 1 : -1))
    if (open > mostLevels) return true
  }
  return text.split('\n').some((line) => {
    const levels = line.match(/(?:^|\s)[-?:](?=\s|$)/g)?.length ?? 0
    return line.search(/\S/) > mostLevels || levels > mostLevels
  })
}

/** The library compares every key with every other one, so `findRepeatedKeys` does it. Null: it nests too deeply. */
function readDocument({ parseDocument }: Yaml, text: string, lineCounter: LineCounter): Document | null {
  if (isTooDeep(text)) return null
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent', uniqueKeys: false })
  } catch {
    return null // the stack is full
  }
}

function findRepeatedKeys({ visit, isScalar }: Yaml, document: Document) {
  const repeated: { readonly key: string; readonly offset: number }[] = []
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value))
          repeated.push({ key: String(key.value).slice(0, 100), offset: key.range?.[0] ?? 0 })
        seen.add(key.value)
        if (repeated.length === shownProblems) return visit.BREAK
      }
      return undefined
    }
  })
  return repeated
}

/** Undefined: its aliases would make it too large. */
function readPlain(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown
  } catch {
    return undefined
  }
}

/** Of the value, or of the nearest part around it. */
function findOffset(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const key = findKey(document, path.slice(0, length))
    if (key !== null) return key
  }
  return 0
}

interface Placed {
  readonly range?: readonly [number, number, number] | null
}

/** Where the member begins: at its key, if it has one. */
function findKey(document: Document, path: Path): number | null {
  const last = path.at(-1)
  const parent = document.getIn(path.slice(0, -1), true) as
    | { readonly items?: readonly unknown[] }
    | undefined
  if (typeof last === 'string')
    for (const item of parent?.items ?? []) {
      const { key } = item as { readonly key?: Placed & { readonly value?: unknown } }
      if (key?.value === last) return key.range?.[0] ?? null
    }
  return (document.getIn(path, true) as Placed | undefined)?.range?.[0] ?? null
}

function describeIssue(issue: z.core.$ZodIssue): (readonly [Path, LocalizedText])[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, shownProblems)
      .map((key) => [[...path, key], say('tests.unknownKey', { key: key.slice(0, 100) })])
  const key = path.findLast((part) => typeof part === 'string')
  if (key === undefined) return [[path, say('tests.noTests')]]
  return [[path, say('tests.wrongValue', { key })]]
}

/** What the schema can't say. */
function findContradictions(tests: readonly SavedTest[]): (readonly [Path, LocalizedText])[] {
  const seen = new Set<string>()
  return tests.flatMap((test, index) => {
    const place = ['tests', index]
    const found: (readonly [Path, LocalizedText])[] = []
    if (seen.has(test.name)) found.push([[...place, 'name'], say('tests.nameTwice', { name: test.name })])
    seen.add(test.name)
    const subjects = subjectKeys.filter((key) => test[key] !== undefined)
    if (subjects.length !== 1) found.push([place, say('tests.oneSubject', { name: test.name })])
    else found.push(...findMisplaced(test, place))
    return found
  })
}

function findMisplaced(test: SavedTest, place: Path): (readonly [Path, LocalizedText])[] {
  const { call, prompt, task, expect = {} } = test
  const wrong = (path: Path, key: string, where: 'call' | 'prompt' | 'task') =>
    [[...place, ...path, key], say('tests.onlyWith', { key, where })] as const
  const found: (readonly [Path, LocalizedText])[] = []
  for (const key of ['model', 'recording'] as const)
    if (task === undefined && test[key] !== undefined) found.push(wrong([], key, 'task'))
  if (call === undefined && test.unchecked !== undefined) found.push(wrong([], 'unchecked', 'call'))
  if (call === undefined && prompt === undefined && test.arguments !== undefined)
    found.push(wrong([], 'arguments', 'call'))
  for (const key of ['tools', 'judge'] as const)
    if (task === undefined && expect[key] !== undefined) found.push(wrong(['expect'], key, 'task'))
  for (const key of ['schema', 'app'] as const)
    if (call === undefined && expect[key] !== undefined) found.push(wrong(['expect'], key, 'call'))
  if (prompt !== undefined && Object.values(test.arguments ?? {}).some((value) => typeof value !== 'string'))
    found.push([[...place, 'arguments'], say('tests.promptTexts')])
  const turns = Array.isArray(task) ? task.length : 1
  if (turns > testFileLimits.turns) found.push([[...place, 'task'], say('tests.tooManyTurns')])
  return found
}
