/**
 * One sandboxed run of a package manager: it may write into one folder and has access only to its registries, or to no
 * network.
 */
import { readFile } from 'node:fs/promises'
import type { FetchStep, Pin } from '../../../sandbox/packages/fetch-plan'
import type { Program } from './command-resolution'
import { createErrorOutput } from './error-output'
import type { ProgramSearch } from './program-search'
import { startProcess } from './server-process'
import type { ProcessEnvironment } from './server-process'

/** Options of one start. */
export interface FetchOptions extends Pick<ProcessEnvironment, 'watchdog' | 'contain'> {
  readonly search: ProgramSearch
  readonly serverName: string
  /** The packages that the user trusted; empty: any version. */
  readonly pins: readonly Pin[]
  readonly heard: (line: string) => void
  /** Fires when it is no longer needed. */
  readonly signal: AbortSignal
}

export interface RunOptions {
  readonly program: Program
  readonly environment: Readonly<Record<string, string>>
  readonly step: FetchStep
  /** Its working folder, which is writable. */
  readonly place: string
  /** Files and folders that it may read. */
  readonly read: readonly string[]
  /** Allowed hosts with their ports. */
  readonly hosts: readonly string[]
}

export interface StepEnd {
  readonly exitCode: number | null
  readonly output: string
  /** The last lines of its stderr. */
  readonly errors: readonly string[]
}

const outputLimit = 1_000_000

/** @throws HostError SERVER_NOT_CONTAINED */
export async function runStep(
  { program, environment, step, place, read, hosts }: RunOptions,
  { watchdog, contain, heard, signal }: FetchOptions
): Promise<StepEnd> {
  const launch = {
    transport: 'stdio' as const,
    command: program.file,
    args: step.args,
    env: {},
    cwd: place,
    containment: { read: [], write: [], hosts: [] }
  }
  const folders = [{ path: place, mayWrite: true }, ...read.map((path) => ({ path, mayWrite: false }))]
  const running = await startProcess(program, launch, {
    environment: { ...environment, ...step.environment },
    watchdog,
    contain,
    lent: { folders, fetchesFrom: hosts }
  })
  const errors = createErrorOutput(heard)
  let output = ''
  running.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  running.stdout.on('data', (chunk: Buffer) => {
    if (output.length < outputLimit) output += chunk.toString('utf8')
  })
  for (const stream of [running.stdin, running.stdout, running.stderr]) stream.on('error', () => {}) // its end says so
  running.stdin.end()
  const stop = () => void running.end()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const { exitCode } = await running.ended
  signal.removeEventListener('abort', stop)
  await running.end()
  errors.end()
  return { exitCode, output, errors: errors.recent() }
}

const settingsLimit = 1_000_000

export async function readSettingFiles(files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.join('\n').slice(0, settingsLimit)
}
