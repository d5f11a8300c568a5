/** `test DIR|FILE`: runs saved tests of servers through the same questions and rules as `call`. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { HostError, toLocalizedText } from '../../../app/base/host-error'
import { writeWholeFile } from '../../../app/base/write-whole-file'
import type { LocalizedText } from '../../../app/contract/localized-text'
import type { RecordedModelReply, TestResult } from '../../../app/contract/workbench/tests'
import { say, toEnglish, toText } from '../../../app/texts/render-localized'
import { listReplies } from '../../../app/workbench/recordings/list-replies'
import { parseTestFile, type PlacedTest } from '../../../app/workbench/tests/parse-test-file'
import { writeJunit } from '../../../app/workbench/tests/write-junit'
import type { CommandLineCore } from '../core/open-core'
import type { CommandTarget } from '../request/command-request'
import { exitCodes, toExitCode } from '../request/exit-codes'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { CommandInput, CommandLineCommand } from './command'
import { openRecordingFile } from '../../../app/workbench/recordings/open-recording-file'
import { marks, writeResultTable } from './result-table'
import { withServer } from './with-server'

export const testCommand: CommandLineCommand = async (input) => {
  const { words, options } = input.request
  const startedAt = Date.now()
  const files = await readFiles(path.resolve(words[0] ?? ''))
  const ends: TargetEnd[] = []
  for (const target of listTargets(files, input.request)) ends.push(await runTarget(target, input))
  const tables = files.map((file) =>
    writeResultTable(ends.flatMap((end) => (end.file === file ? end.results : [])))
  )
  const results = ends.flatMap((end) => end.results)
  if (options.junit !== null)
    await writeWholeFile(path.resolve(options.junit), writeJunit(results, startedAt))
  const passed = results.filter(({ state }) => state === 'passed').length
  const skipped = results.filter(({ state }) => state === 'skipped').length
  const failed = results.length - passed - skipped
  return {
    value: { ok: failed === 0, passed, failed, skipped, results: results.map(toPlain) },
    text: [
      ...results.map(describeResult),
      ...tables,
      `${toText(say('cli.testCount', { passed, failed, skipped }))}\n`
    ].join(''),
    exitCode:
      ends.find(({ exitCode }) => exitCode !== null)?.exitCode ??
      (failed === 0 ? exitCodes.ok : exitCodes.failed)
  }
}

interface TestFile {
  readonly text: string
  readonly server: string | null
  readonly tests: readonly PlacedTest[]
  readonly replies: Readonly<Record<string, RecordedModelReply[]>>
}

/** Tests of one file that run on one server. */
interface Target {
  readonly server: CommandTarget
  readonly file: TestFile
  readonly names: readonly string[]
}

interface TargetEnd {
  readonly file: TestFile
  readonly results: readonly TestResult[]
  /** Null: all of them ran. */
  readonly exitCode: number | null
}

/** @throws HostError COMMAND_LINE_INVALID: there are none, or they have faults */
async function readFiles(place: string): Promise<readonly TestFile[]> {
  const names = await listFiles(place)
  if (names.length === 0) throw invalid(say('cli.noTests', { place }))
  const files: TestFile[] = []
  const faults: LocalizedText[] = []
  for (const file of names) {
    const text = await readFile(file, 'utf8')
    const { server, tests, problems } = await parseTestFile(text)
    files.push({ text, server, tests, replies: await readReplies(path.dirname(file), tests) })
    const name = path.relative(process.cwd(), file)
    for (const { line, column, message } of problems)
      faults.push(say('cli.testFault', { place: `${name}:${line}:${column}`, problem: message }))
  }
  if (faults.length > 0) throw invalid(say('cli.testFaults', { faults }))
  return files
}

/** @throws HostError RECORDING_INVALID */
async function readReplies(folder: string, tests: readonly PlacedTest[]): Promise<TestFile['replies']> {
  const replies: Record<string, RecordedModelReply[]> = {}
  for (const { name, recording } of tests) {
    if (recording === undefined) continue
    const file = path.resolve(folder, recording)
    replies[name] = listReplies(await openRecordingFile(file))
  }
  return replies
}

/** @throws HostError COMMAND_LINE_INVALID */
async function listFiles(place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => null)
  if (found === null) throw invalid(say('cli.noTests', { place }))
  if (!found.isDirectory()) return [place]
  const names = await readdir(place, { recursive: true })
  return names
    .filter((name) => /\.ya?ml$/iu.test(name))
    .toSorted()
    .map((name) => path.join(place, name))
}

/** @throws HostError COMMAND_LINE_INVALID: a test names no server */
function listTargets(
  files: readonly TestFile[],
  { target, options }: CommandInput['request']
): readonly Target[] {
  const given = target === null ? options.servers.map((name) => ({ type: 'name' as const, name })) : [target]
  return files.flatMap((file) => {
    const names = file.tests.map(({ name }) => name)
    if (given.length > 0) return given.map((server) => ({ server, file, names }))
    const owners = file.tests.map(({ name, server }) => {
      const owner = server ?? file.server
      if (owner === null) throw invalid(say('cli.testWithoutServer', { test: name }))
      return owner
    })
    return [...new Set(owners)].map((name) => ({
      server: { type: 'name' as const, name },
      file,
      names: names.filter((_name, at) => owners[at] === name)
    }))
  })
}

async function runTarget({ server, file, names }: Target, input: CommandInput): Promise<TargetEnd> {
  const opened: CommandLineCore[] = []
  const openCore: CommandInput['openCore'] = async (task) => {
    const core = await input.openCore(task)
    opened.push(core)
    return core
  }
  try {
    return await withServer(
      { ...input, openCore, request: { ...input.request, target: server } },
      async (core, serverName) => {
        const { results } = await core.handlers['test.run']({
          serverName,
          text: file.text,
          names: [...names],
          serverNames: [serverName],
          models: [...input.request.options.models],
          replies: file.replies
        })
        const refusal = core.takeRefusal()
        if (refusal === null) return { file, results, exitCode: null }
        return {
          file,
          results: results.map((result) => withReason(result, refusal)),
          exitCode: toExitCode(refusal.code)
        }
      }
    )
  } catch (error) {
    if (!(error instanceof HostError) || error.code === 'INTERNAL') throw error
    const failures = [toLocalizedText(error)]
    const results = names.map((test) => notRun(test, server, failures))
    return { file, results, exitCode: toExitCode(error.code) }
  } finally {
    // The next server needs the data folder.
    for (const core of opened) await core.close()
  }
}

/** The reason says which option approves. */
function withReason(result: TestResult, { said }: HostError): TestResult {
  return result.state === 'not-run' ? { ...result, failures: [said] } : result
}

function notRun(test: string, server: CommandTarget, failures: LocalizedText[]): TestResult {
  return {
    test,
    serverName: server.type === 'name' ? server.name : toText(say('cli.givenServer')),
    serverVersion: null,
    model: null,
    state: 'not-run',
    failures,
    tookMs: null,
    tokens: null,
    received: ''
  }
}

function describeResult({ test, serverName, model, state, failures, tookMs, verdict }: TestResult): string {
  const facts = [
    serverName,
    ...(model === null ? [] : [model]),
    ...(tookMs === null ? [] : [`${Math.round(tookMs)} ms`])
  ]
  const head = `${marks[state]}  ${terminalLine(test)} (${terminalLine(facts.join(', '))})\n`
  const agreed =
    verdict?.passes === true ? [say('tests.judgedFor', { model: verdict.model, reason: verdict.reason })] : []
  const sentences = [...failures, ...agreed].map((text) => terminalBlock(toText(text)))
  return `${head}${sentences.map((text) => `      ${text.replaceAll('\n', '\n      ')}\n`).join('')}`
}

function toPlain({ failures, ...result }: TestResult): object {
  return { ...result, failures: failures.map(toEnglish) }
}

function invalid(text: LocalizedText): HostError {
  return new HostError('COMMAND_LINE_INVALID', text)
}
