/**
 * Finds out whether this system can sandbox a program, by running a tiny one in the sandbox. Installed programs prove
 * nothing if the system forbids new namespaces. Success is remembered; a failure is checked again, because the user may
 * fix it meanwhile.
 */
import { spawn } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { SandboxView } from '../../contract/servers/sandbox-view'
import { scopeArguments, scopeEnvironment } from '../limits/limits-scope'
import { callFilter } from '../system-calls/forbidden-calls'
import { giveFilter } from '../system-calls/give-filter'
import { createSandboxArguments, type Abilities } from '../system-calls/sandbox-arguments'
import { describeMissingPart } from './describe-missing-part'

export interface Sandbox extends Abilities {
  readonly bubblewrap: string
  /** null: it isn't installed, and nothing sandboxed has network access. */
  readonly socat: string | null
  /** null: it isn't installed, or isn't visible in the sandbox. */
  readonly prlimit: string | null
  /** The program that identifies a path in the sandbox. */
  readonly stat: string
  /** The program that starts others in a group with the system's limits; null: there is none for this user. */
  readonly scope: string | null
}

/** Queries to the system. */
export interface SystemProbe {
  readonly findProgram: (name: string) => Promise<string | null>
  /** `filter`: the content of its descriptor 3. */
  readonly run: (
    file: string,
    args: readonly string[],
    filter?: Buffer | null
  ) => Promise<{ readonly isFine: boolean; readonly output: string }>
  /** The text of /etc/os-release. */
  readonly readRelease: () => Promise<string>
}

/** @throws HostError SERVER_NOT_CONTAINED: with the one command that fixes it */
export type FindSandbox = () => Promise<Sandbox>

const findersHere = new Map<NodeJS.Platform, FindSandbox>()

/** All callers share the result for this system. `system`: another one, checked separately. */
export function sandboxFinder(platform: NodeJS.Platform, system?: SystemProbe): FindSandbox {
  if (system !== undefined) return keepFound(() => find(platform, system))
  const here = findersHere.get(platform) ?? keepFound(() => find(platform, thisSystem))
  findersHere.set(platform, here)
  return here
}

function keepFound(search: FindSandbox): FindSandbox {
  let found: Promise<Sandbox> | null = null
  return async () => {
    found ??= search()
    try {
      return await found
    } catch (error) {
      found = null
      throw error
    }
  }
}

/** The same as a value instead of an error. */
export async function findSandboxIn(findSandbox: FindSandbox): Promise<SandboxView> {
  try {
    await findSandbox()
    return { canContain: true, remedy: null }
  } catch (error) {
    const command = error instanceof HostError ? (error.said.values?.['command'] ?? null) : null
    return { canContain: false, remedy: typeof command === 'string' ? command : null }
  }
}

async function find(platform: NodeJS.Platform, system: SystemProbe): Promise<Sandbox> {
  const fail = async (missing: 'bubblewrap' | 'namespaces', output: string) =>
    new HostError(
      'SERVER_NOT_CONTAINED',
      describeMissingPart({ platform, missing, output, release: await system.readRelease() })
    )
  if (platform !== 'linux') throw await fail('bubblewrap', '')
  const bubblewrap = await system.findProgram('bwrap')
  if (bubblewrap === null) throw await fail('bubblewrap', '')
  const [help, socat, prlimit, stat, scope] = await Promise.all([
    system.run(bubblewrap, ['--help']),
    system.findProgram('socat'),
    system.findProgram('prlimit'),
    system.findProgram('stat'),
    findScope(system)
  ])
  if (stat === null) throw await fail('namespaces', 'the program stat is not there')
  const sandbox: Sandbox = {
    bubblewrap,
    socat,
    stat,
    scope,
    filter: help.output.includes('--seccomp') ? callFilter(process.arch) : null,
    prlimit: prlimit !== null && /^\/(?:usr\/)?s?bin\//.test(prlimit) ? prlimit : null,
    canLimitMemory: help.output.includes('--size'),
    canForbidNamespaces: help.output.includes('--disable-userns')
  }
  const { isFine, output } = await system.run(bubblewrap, tinyProgram(sandbox), sandbox.filter)
  if (!isFine) throw await fail('namespaces', output)
  return sandbox
}

/** The sandbox itself, with all of this computer readable in it. */
function tinyProgram(sandbox: Sandbox): string[] {
  const places = ['--ro-bind', '/', '/']
  return [...places, ...createSandboxArguments(sandbox), '--', '/bin/sh', '-c', ':']
}

/** Also by running it: the program may exist without a session of the user that would answer. */
async function findScope(system: SystemProbe): Promise<string | null> {
  const file = await system.findProgram('systemd-run')
  if (file === null) return null
  const limits = { memoryBytes: 67_108_864, processes: 8, cpuPercent: 50 }
  const { isFine } = await system.run(file, [...scopeArguments(limits), '/bin/true'])
  return isFine ? file : null
}

const places = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
const limitMs = 10_000
const outputLimit = 100_000

const thisSystem: SystemProbe = {
  findProgram: async (name) => {
    for (const folder of places) {
      const file = path.join(folder, name)
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false
      )
      if (isThere) return file
    }
    return null
  },
  run: (file, args, filter = null) =>
    new Promise((resolve) => {
      const child = spawn(file, [...args], {
        timeout: limitMs,
        env: { LANG: 'C', ...scopeEnvironment(process.env) },
        cwd: '/',
        stdio: ['ignore', 'pipe', 'pipe', ...(filter === null ? [] : ['pipe' as const])]
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          if (output.length < outputLimit) output += chunk.toString('utf8')
        })
      child.on('error', (error) => resolve({ isFine: false, output: error.message }))
      child.on('close', (code) => resolve({ isFine: code === 0, output }))
      giveFilter(child, filter)
    }),
  readRelease: () => readFile('/etc/os-release', 'utf8').catch(() => '')
}
