/** Runs the official conformance suite in a process of its own, with npx, and reads what it wrote. */
import spawn from 'cross-spawn'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HostError } from '../../base/host-error'
import { signalGroup } from '../../base/process-group'
import type { ConformanceScenario, SuiteRoad } from '../../contract/workbench/conformance'
import type { McpClients } from '../../mcp/interface'
import { say } from '../../texts/render-localized'
import {
  addressPlaceholder,
  addressVariable,
  insertAddressScript
} from '../../workbench/conformance/insert-address'
import { readScenario, readScenarioName } from '../../workbench/conformance/suite-results'

/** The version that Parley was tested with. */
export const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The revisions that it has scenarios for. */
export const suiteRevisions: ReadonlySet<string> = new Set([
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28'
])
const runLimitMs = 900_000
const endMs = 2_000
const longestOutput = 20_000
const longestReportedOutput = 2_000
const mostBytes = 2_000_000

export interface SuiteTarget {
  readonly url: string
  readonly road: SuiteRoad
  readonly revision: string | null
  readonly scenario: string | null
}

export interface SuiteOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly inspectProgram: McpClients['inspectProgram']
  readonly signal: AbortSignal
  readonly onProgress: (current: string, scenarios: readonly ConformanceScenario[]) => void
}

/** `isCut`: it took too long. @throws HostError SERVER_COMMAND_NOT_FOUND: npx is missing; TOOL_ERROR: it ran nothing */
export async function runSuite(
  target: SuiteTarget,
  { signal, onProgress, ...options }: SuiteOptions
): Promise<{ readonly scenarios: readonly ConformanceScenario[]; readonly isCut: boolean }> {
  const limit = AbortSignal.timeout(runLimitMs)
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-conformance-'))
  const results = path.join(folder, 'results')
  const read = createScenarioReader(results, target.road)
  const announced = new Set<string>()
  try {
    // Ends npx's search for installed programs, which would go up to the parent folders.
    await writeFile(path.join(folder, 'package.json'), '{"private":true}')
    const script = path.join(folder, 'address.cjs')
    await writeFile(script, insertAddressScript)
    const { npx, environment } = await findNpx(options)
    environment['NODE_OPTIONS'] = `--require ${JSON.stringify(script)}`
    environment[addressVariable] = target.url
    const output = await runProcess(npx, toArguments(target), {
      folder,
      environment,
      signal: AbortSignal.any([signal, limit]),
      onScenario: (current) => {
        announced.add(current)
        void read().then((scenarios) => onProgress(current, scenarios))
      }
    })
    const scenarios = await read()
    if (scenarios.length === 0 && !signal.aborted)
      throw new HostError(
        'TOOL_ERROR',
        say('conformance.nothing', { output: hideAddresses(output, target.url) })
      )
    const isCut = limit.aborted
    const crashed = signal.aborted || isCut ? [] : missingOf(announced, scenarios, target.road)
    return { scenarios: [...scenarios, ...crashed], isCut }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The suite ended without saying how these ended. */
function missingOf(
  announced: ReadonlySet<string>,
  found: readonly ConformanceScenario[],
  road: SuiteRoad
): ConformanceScenario[] {
  const known = new Set(found.map(({ scenario }) => scenario))
  return [...announced].filter((name) => !known.has(name)).map((name) => readScenario(name, '', road))
}

/** The end of it, without the address of a bridge and the passwords of proxies. */
function hideAddresses(output: string, url: string): string {
  return output
    .replaceAll(url, addressPlaceholder)
    .replaceAll(/(?<=\/\/)[^\s/@]+@/gu, '')
    .slice(-longestReportedOutput)
}

function toArguments({ revision, scenario }: SuiteTarget): string[] {
  const args = ['--yes', suite, 'server', '--url', addressPlaceholder, '-o', 'results']
  if (scenario !== null) args.push('--scenario', scenario)
  if (revision !== null) args.push('--spec-version', revision)
  return args
}

/** As programs of servers are found. An app on the desktop may have a shorter search path than a terminal. */
async function findNpx({
  inspectProgram,
  environment
}: Pick<SuiteOptions, 'inspectProgram' | 'environment'>) {
  const missing = (cause?: unknown) =>
    new HostError('SERVER_COMMAND_NOT_FOUND', say('conformance.noNpx'), { cause })
  const target = { command: 'npx', args: [], env: {}, cwd: null, known: [], mayContact: true }
  const found = await inspectProgram(target).catch((error: unknown) => {
    throw missing(error)
  })
  // npx, and the Node that runs it.
  const programs = 'elsewhere' in found ? [] : found.files.filter(({ role }) => role === 'program')
  const [npx] = programs
  if (npx === undefined) throw missing()
  const passed = toSuiteEnvironment(environment)
  const searchPath = Object.keys(passed).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = programs.map((program) => path.dirname(program.path))
  passed[searchPath] = [passed[searchPath], ...folders].filter(Boolean).join(path.delimiter)
  return { npx: npx.path, environment: passed }
}

interface ProcessOptions {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly onScenario: (name: string) => void
}

/** Resolves to the end of its output. The suite fails if a check does, so its status says nothing. */
function runProcess(
  npx: string,
  args: readonly string[],
  { folder, environment: env, signal, onScenario }: ProcessOptions
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve('')
    const child = spawn(npx, [...args], {
      ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
      // npx starts the suite, so both end as one group.
      detached: process.platform !== 'win32'
    })
    let output = ''
    const take = (piece: Buffer): void => {
      const text = piece.toString()
      output = (output + text).slice(-longestOutput)
      for (const [, name = ''] of text.matchAll(/^=== Running scenario: (\S+) ===$/gmu)) onScenario(name)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    const { pid } = child
    let isOver = false
    const end = async (): Promise<void> => {
      if (pid === undefined) return
      signalGroup(pid, 'SIGTERM')
      await sleep(endMs, undefined, { ref: false })
      if (!isOver) signalGroup(pid, 'SIGKILL')
    }
    const abort = () => void end()
    signal.addEventListener('abort', abort, { once: true })
    child.on('error', (cause) =>
      reject(new HostError('SERVER_COMMAND_NOT_FOUND', say('conformance.noNpx'), { cause }))
    )
    child.on('close', () => {
      isOver = true
      signal.removeEventListener('abort', abort)
      resolve(output.trim())
    })
  })
}

/** What npx and the suite need: programs, folders, language, proxies and npm's registry. */
const passedOn =
  /^(?:path|home|te?mp|tmpdir|lang|lc_\w+|https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|npm_config_(?:registry|cache)|systemroot|comspec|pathext|appdata|localappdata|userprofile)$/iu

/** Anything else may be a secret. */
function toSuiteEnvironment(environment: SuiteOptions['environment']): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.test(name)))
}

/** Reads a file again only if it changed. */
function createScenarioReader(
  folder: string,
  road: SuiteRoad
): () => Promise<readonly ConformanceScenario[]> {
  const read = new Map<string, { readonly version: string; readonly scenario: ConformanceScenario }>()
  return async () => {
    const names = await readdir(folder).catch((): string[] => [])
    const found: ConformanceScenario[] = []
    // The names end with the time.
    for (const name of names.toSorted((a, b) => toTime(a).localeCompare(toTime(b)))) {
      const scenario = readScenarioName(name)
      const file = path.join(folder, name, 'checks.json')
      const state = await stat(file).catch(() => null)
      if (scenario === null || state === null) continue
      const version = `${state.size} ${state.mtimeMs}`
      let known = read.get(name)
      if (known?.version !== version) {
        const text = state.size > mostBytes ? '' : await readFile(file, 'utf8').catch(() => '')
        known = { version, scenario: readScenario(scenario, text, road) }
        read.set(name, known)
      }
      found.push(known.scenario)
    }
    return found
  }
}

function toTime(folder: string): string {
  return folder.slice(-24)
}
