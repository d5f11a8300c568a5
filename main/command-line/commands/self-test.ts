/**
 * `self-test`: what Parley needs of this computer, tried out in a folder that is removed afterwards. On macOS, it also writes
 * to the data folder whether the sandbox works. Its report names no files, users or secrets, so that it can be sent.
 */
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { arch, homedir, release, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxProofFile } from '../../../app/base/sandbox-proof-file'
import { toFailure } from '../../../app/base/host-error'
import { writeWholeFile } from '../../../app/base/write-whole-file'
import { ownNodeCommand } from '../../../app/contract/servers/own-node'
import { keepProof, trySeatbelt } from '../../../app/sandbox/available/self-test'
import { failureText, toText } from '../../../app/texts/render-localized'
import { openLogging } from '../../log/logging'
import type { CommandLineCore } from '../core/open-core'
import { exitCodes } from '../request/exit-codes'
import { terminalLine } from '../terminal/terminal-text'
import { runCall } from './call'
import type { CommandInput, CommandLineCommand } from './command'
import { endlessServer, oddArguments, serverName, toolName } from './self-test-server'

interface StepResult {
  readonly step: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly detail: string
}

/** What a step found. A string: it doesn't apply here, and why. */
type Finding = { readonly detail: string } | string

const marks = { passed: '✓', failed: '✗', skipped: '·' } as const

export const selfTestCommand: CommandLineCommand = async (input) => {
  // The name has a space and an accent, like many users' own folders.
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'parley sélf-test ')))
  try {
    const steps = await runSteps(input, folder)
    const system = {
      parley: input.places.version,
      electron: process.versions.electron ?? null,
      node: process.versions.node,
      system: `${process.platform} ${release()} ${arch()}`
    }
    const isGood = steps.every(({ state }) => state !== 'failed')
    const head = Object.entries(system).map(([name, value]) => `${name} ${value ?? 'none'}\n`)
    const lines = steps.map(
      ({ step, state, detail }) => `${marks[state]} ${step}${detail === '' ? '' : `: ${detail}`}\n`
    )
    return {
      value: { ...system, steps },
      text: [...head, ...lines].join(''),
      exitCode: isGood ? exitCodes.ok : exitCodes.failed
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function runSteps(input: CommandInput, folder: string): Promise<StepResult[]> {
  const results: StepResult[] = []
  const step = async (name: string, work: () => Promise<Finding>): Promise<void> => {
    results.push({ step: name, ...(await outcomeOf(work, folder)) })
  }
  await step('files', () => tryFiles(path.join(folder, 'files')))
  await step('secrets', () => trySecrets(input, path.join(folder, 'secrets')))
  let left: readonly number[] = []
  let canBeSandboxed = false
  await step('server', async () => {
    const dataFolder = path.join(folder, 'core')
    const called = await callServer(input, { dataFolder, isSandboxed: false, triedIn: folder }, (core) =>
      step('sandbox', async () => {
        const found = await trySandbox(core, input, folder)
        canBeSandboxed = typeof found !== 'string'
        return found
      })
    )
    left = called.processIds
    return called
  })
  await step('sandboxed server', async () => {
    if (!canBeSandboxed) return "servers can't be sandboxed here"
    const dataFolder = path.join(folder, 'sandboxed')
    return await callServer(input, { dataFolder, isSandboxed: true, triedIn: folder }, async () => {})
  })
  if (process.platform === 'darwin')
    await keepProof(
      { triedIn: folder, dataFolder: input.places.dataFolder },
      results.at(-1)?.state === 'passed'
    )
  await step('ended processes', () => tryEnd(left))
  return results
}

async function outcomeOf(work: () => Promise<Finding>, folder: string): Promise<Omit<StepResult, 'step'>> {
  try {
    const found = await work()
    if (typeof found === 'string') return { state: 'skipped', detail: withoutNames(found, folder) }
    return { state: 'passed', detail: withoutNames(found.detail, folder) }
  } catch (error) {
    const failure = toFailure(error)
    // On macOS, Parley brings no Node of its own.
    const state = failure.code === 'SERVER_COMMAND_NOT_FOUND' ? 'skipped' : 'failed'
    return { state, detail: withoutNames(failureText(failure), folder) }
  }
}

/** The user's name is in the path of the home folder, and often in the path of the temporary one. */
function withoutNames(text: string, folder: string): string {
  const replaced = [folder, path.dirname(folder)].reduce(
    (all, each) => all.replaceAll(each, 'TEMPORARY'),
    text
  )
  return terminalLine(replaced.replaceAll(homedir(), 'HOME'))
}

async function tryFiles(folder: string): Promise<Finding> {
  await mkdir(folder)
  const file = path.join(folder, 'Settings.json')
  for (const text of ['first\r\n', 'second']) {
    await writeWholeFile(file, text, { mode: 0o600 })
    if ((await readFile(file, 'utf8')) !== text) throw new Error('a file was read differently than written')
  }
  const ignoresCase = await stat(path.join(folder, 'settings.JSON')).then(
    () => true,
    () => false
  )
  return { detail: ignoresCase ? 'names ignore case' : 'names differ in case' }
}

async function trySecrets({ openVault }: CommandInput, dataFolder: string): Promise<Finding> {
  if (openVault === null) return 'only the installed app can open the key store'
  const logging = openLogging(dataFolder)
  try {
    const open = () => openVault({ dataFolder, logging })
    const vault = await open()
    if (!vault.isPersistent) return vault.reason === null ? 'no key store' : toText(vault.reason)
    await vault.write('self-test', 'value of the self-test')
    if ((await readFile(path.join(dataFolder, 'vault.json'), 'utf8')).includes('value of the self-test'))
      throw new Error('a secret was written unencrypted')
    if ((await (await open()).read('self-test')) !== 'value of the self-test')
      throw new Error('a secret was lost when the vault was opened again')
    return { detail: '' }
  } finally {
    await logging.files.close()
  }
}

async function trySandbox(
  { handlers }: CommandLineCore,
  { places }: CommandInput,
  folder: string
): Promise<Finding> {
  if (process.platform === 'darwin')
    return { detail: await trySeatbelt({ dataFolder: folder, version: places.version }) }
  const { canContain, remedy } = await handlers['sandbox.read']({})
  if (canContain) return { detail: '' }
  return remedy === null ? 'there is none on this system' : `run: ${remedy}`
}

interface CalledServer {
  readonly dataFolder: string
  readonly isSandboxed: boolean
  /** Where the test of the sandbox has written its proof. */
  readonly triedIn: string
}

interface Called {
  readonly detail: string
  /** In a sandbox of Linux, these are numbers of its own. */
  readonly processIds: readonly number[]
}

/** Through trust, approval, the conversation and its file, like every call. Its server is in the folder. */
async function callServer(
  { openCoreIn }: CommandInput,
  { dataFolder, isSandboxed, triedIn }: CalledServer,
  whileOpen: (core: CommandLineCore) => Promise<void>
): Promise<Called> {
  await mkdir(dataFolder)
  const file = path.join(dataFolder, 'server of the self-test.mjs')
  await writeFile(file, endlessServer)
  const sandbox = isSandboxed ? { read: [], write: [], hosts: [] } : 'off'
  // A package for macOS brings no Node of its own.
  const command = process.platform === 'darwin' ? 'node' : ownNodeCommand
  const entry = { command, args: [file, ...oddArguments], sandbox }
  if (isSandboxed && process.platform === 'darwin')
    await copyFile(sandboxProofFile(triedIn), sandboxProofFile(dataFolder))
  const core = await openCoreIn(dataFolder, { type: 'entry', serverName, entry })
  try {
    await whileOpen(core)
    await core.connected(serverName)
    const { content } = await runCall(core, { serverName, toolName, args: {} })
    const [first] = content
    const said = JSON.parse(first?.type === 'text' ? first.text : 'null') as {
      readonly args: readonly string[]
      readonly node: string
      readonly processIds: readonly number[]
    }
    if (JSON.stringify(said.args) !== JSON.stringify(oddArguments))
      throw new Error(`arguments arrived as ${JSON.stringify(said.args)}`)
    return { detail: `Node.js ${said.node}`, processIds: said.processIds }
  } finally {
    await core.close()
  }
}

const endMs = 3_000

async function tryEnd(processIds: readonly number[]): Promise<Finding> {
  if (processIds.length === 0) return 'no server ran'
  for (let waitedMs = 0; waitedMs < endMs && processIds.some(isRunning); waitedMs += 100) await sleep(100)
  const left = processIds.filter(isRunning)
  for (const id of left) process.kill(id, 'SIGKILL')
  if (left.length > 0) throw new Error(`${left.length} of ${processIds.length} processes of a server ran on`)
  return { detail: '' }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false // ended
  }
}
