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

/** Repeated parts of a file may not make it much larger than it is. */
const mostAliases = 100
const shownProblems = 20

export async function parseTestFile(text: string): Promise<ParsedTestFile> {
  if (text.length > testFileLimits.characters)
    return failed([{ line: 1, column: 1, message: say('tests.fileTooLarge') }])
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  if (document.errors.length > 0)
    return failed(document.errors.map(({ pos, message }) => at(lines, pos[0], quote(message))))
  const find = (path: Path) => findOffset(document, path)
  const tell = (path: Path, message: LocalizedText) => at(lines, find(path), message)
  const value = readPlain(document)
  if (value === undefined) return failed([tell([], say('tests.tooManyAliases'))])
  const read = testFileSchema.safeParse(value)
  if (!read.success)
    return failed(
      read.error.issues.flatMap((issue) => describeIssue(issue).map(([path, m]) => tell(path, m)))
    )
  const problems = findContradictions(read.data.tests).map(([path, message]) => tell(path, message))
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
    return issue.keys.map((key) => [[...path, key], say('tests.unknownKey', { key: key.slice(0, 100) })])
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
  if (task === undefined && expect.tools !== undefined) found.push(wrong(['expect'], 'tools', 'task'))
  for (const key of ['schema', 'app'] as const)
    if (call === undefined && expect[key] !== undefined) found.push(wrong(['expect'], key, 'call'))
  if (prompt !== undefined && Object.values(test.arguments ?? {}).some((value) => typeof value !== 'string'))
    found.push([[...place, 'arguments'], say('tests.promptTexts')])
  const turns = Array.isArray(task) ? task.length : 1
  if (turns > testFileLimits.turns) found.push([[...place, 'task'], say('tests.tooManyTurns')])
  return found
}
