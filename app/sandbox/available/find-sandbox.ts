/**
 * Whether this system can contain a program, by doing it: a tiny one is run behind the very walls. What is installed says
 * nothing where the system forbids new namespaces. Found out once and kept where it can; asked again where it can't, for
 * the person may mend it meanwhile.
 */
import { spawn } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { SandboxView } from '../../contract/sandbox/sandbox-view'
import { scopeArguments, scopeEnvironment } from '../limits/limits-scope'
import { callFilter } from '../system-calls/forbidden-calls'
import { giveFilter } from '../system-calls/give-filter'
import { createSandboxArguments, type Abilities } from '../system-calls/sandbox-arguments'
import { describeMissingPart } from './remedies'

export interface Sandbox extends Abilities {
  readonly bubblewrap: string
  /** null: it is not there, and nothing contained has a network. */
  readonly socat: string | null
  /** null: it is not there, or can't be seen from behind the walls. */
  readonly prlimit: string | null
  /** What tells behind the walls which place it is. */
  readonly stat: string
  /** What starts a program in a group that the system itself limits; null: there is none for this person. */
  readonly scope: string | null
}

/** What is asked of the system. */
export interface SystemProbe {
  readonly findProgram: (name: string) => Promise<string | null>
  /** `filter`: what it finds at its descriptor 3. */
  readonly run: (
    file: string,
    args: readonly string[],
    filter?: Buffer | null
  ) => Promise<{ readonly isFine: boolean; readonly output: string }>
  /** The text of /etc/os-release. */
  readonly readRelease: () => Promise<string>
}

/** @throws HostError SERVER_NOT_CONTAINED: with the one command that mends it */
export type FindSandbox = () => Promise<Sandbox>

const findersHere = new Map<NodeJS.Platform, FindSandbox>()

/** All who ask of this system share what was found out; `system`: another one, asked anew. */
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

/** The same as an answer. */
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

/** The walls themselves, with all of this computer for reading within them. */
function tinyProgram(sandbox: Sandbox): string[] {
  const places = ['--ro-bind', '/', '/']
  return [...places, ...createSandboxArguments(sandbox), '--', '/bin/sh', '-c', ':']
}

/** By doing it as well: the program may be there without a session of the person that would hear of it. */
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
