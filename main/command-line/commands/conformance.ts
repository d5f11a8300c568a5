/**
 * `conformance SERVER`: the official suite against a server at an address. npx runs the suite in a version that Parley
 * knows, after a question that names it.
 */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import spawn from 'cross-spawn'
import { HostError } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import { say, toText } from '../../../app/texts/render-localized'
import {
  readScenario,
  readScenarioName,
  type ConformanceScenario
} from '../../../app/workbench/conformance/suite-results'
import type { CommandLineCore } from '../core/open-core'
import { exitCodes } from '../request/exit-codes'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { CommandInput, CommandLineCommand } from './command'
import { withServer } from './with-server'

/** The version that Parley was tested with. */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The revisions that it has scenarios for. */
const revisions = new Set(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
const runLimitMs = 900_000
const longestOutput = 20_000

export const conformanceCommand: CommandLineCommand = async (input) => {
  const target = await withServer(input, (core, serverName) => readTarget(core, serverName, input.request))
  await input.approve(toText(say('cli.conformanceQuestion', { suite, address: terminalLine(target.url) })))
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-conformance-'))
  try {
    // Ends npx's search for installed programs, which would go up to the parent folders.
    await writeFile(path.join(folder, 'package.json'), '{"private":true}')
    const output = await runSuite(target, folder, input)
    const scenarios = await readScenarios(path.join(folder, 'results'))
    if (scenarios.length === 0) throw new HostError('TOOL_ERROR', say('cli.conformanceNothing', { output }))
    return summarize(scenarios)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface SuiteTarget {
  readonly url: string
  readonly revision: string | null
}

/** @throws HostError COMMAND_LINE_INVALID: the suite can't reach it */
async function readTarget(
  { handlers }: CommandLineCore,
  serverName: string,
  { target }: CommandInput['request']
): Promise<SuiteTarget> {
  const { servers, accounts = [] } = await handlers['app.snapshot']({})
  const server = servers.find(({ name }) => name === serverName)
  const { url, headers, oauth } =
    target?.type === 'entry'
      ? target.entry
      : (JSON.parse((await handlers['server.read']({ serverName, what: 'entry' })).json) as JsonObject)
  if (typeof url !== 'string' || server === undefined || server.usedTransport === 'sse')
    throw new HostError('COMMAND_LINE_INVALID', say('cli.conformanceTransport', { server: serverName }))
  const isSignedIn = accounts.some((one) => one.serverName === serverName && one.state === 'signed-in')
  const hasHeaders = Object.keys((headers as JsonObject | undefined) ?? {}).length > 0
  if (url.includes('${') || hasHeaders || oauth !== undefined || isSignedIn)
    throw new HostError('COMMAND_LINE_INVALID', say('cli.conformanceHeaders', { server: serverName }))
  const revision = server.protocolVersion
  return { url, revision: revision !== null && revisions.has(revision) ? revision : null }
}

/** Resolves to the end of its output. It fails if a check does, so its status says nothing. */
function runSuite(
  { url, revision }: SuiteTarget,
  folder: string,
  { request, environment, signal }: CommandInput
): Promise<string> {
  const { scenario } = request.options
  const args = ['--yes', suite, 'server', '--url', url, '-o', 'results']
  if (scenario !== null) args.push('--scenario', scenario)
  if (revision !== null) args.push('--spec-version', revision)
  return new Promise((resolve, reject) => {
    const child = spawn('npx', args, {
      cwd: folder,
      env: toSuiteEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: runLimitMs,
      signal
    })
    let output = ''
    const take = (piece: Buffer): void => void (output = (output + piece.toString()).slice(-longestOutput))
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.on('error', (cause) =>
      reject(new HostError('SERVER_COMMAND_NOT_FOUND', say('cli.conformanceNoNpx'), { cause }))
    )
    child.on('close', () => resolve(output.trim()))
  })
}

/** What npx and the suite need: programs, folders, language, proxies and npm's registry. */
const passedOn =
  /^(?:path|home|te?mp|tmpdir|lang|lc_\w+|https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|npm_config_(?:registry|cache)|systemroot|comspec|pathext|appdata|localappdata|userprofile)$/iu

/** Anything else may be a secret. */
function toSuiteEnvironment(environment: CommandInput['environment']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passedOn.test(name)))
}

async function readScenarios(folder: string): Promise<readonly ConformanceScenario[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const found: ConformanceScenario[] = []
  for (const name of names.toSorted()) {
    const scenario = readScenarioName(name)
    if (scenario === null) continue
    const text = await readFile(path.join(folder, name, 'checks.json'), 'utf8').catch(() => '')
    found.push(readScenario(scenario, text))
  }
  return found
}

const marks = { passed: '✓', failed: '✗', skipped: '·', warning: '!' } as const

function summarize(scenarios: readonly ConformanceScenario[]) {
  const count = (state: ConformanceScenario['state']) => scenarios.filter((one) => one.state === state).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const counted = toText(say('cli.conformanceCount', { passed, failed, skipped }))
  return {
    value: { ok: failed === 0, suite, passed, failed, skipped, scenarios },
    text: `${scenarios.map(describeScenario).join('')}${counted}\n`,
    exitCode: failed === 0 ? exitCodes.ok : exitCodes.failed
  }
}

function describeScenario({ scenario, state, checks }: ConformanceScenario): string {
  const wrong = checks.filter((check) => check.state === 'failed' || check.state === 'warning')
  return [
    `${marks[state]} ${terminalLine(scenario)}`,
    ...wrong.flatMap(({ state: found, description, message, sections }) => [
      `  ${marks[found]} ${terminalLine(description)}`,
      ...(message === null ? [] : [terminalBlock(message)]),
      ...sections.map((section) => `    ${terminalLine(section)}`)
    ])
  ]
    .map((line) => `${line}\n`)
    .join('')
}
