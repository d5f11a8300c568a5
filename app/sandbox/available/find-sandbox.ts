/**
 * Finds out whether this system can sandbox a program, by running small ones in the sandbox: bubblewrap on Linux,
 * Seatbelt on macOS. Installed programs prove nothing if the system forbids new namespaces. Success is remembered; a
 * failure is checked again, because the user may fix it meanwhile.
 */
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import type { SandboxView } from '../../contract/servers/sandbox-view'
import { scopeArguments } from '../limits/limits-scope'
import { findSeatbelt, type Seatbelt } from './find-seatbelt'
import type { ProofPlace } from './seatbelt-proof'
import { callFilter } from '../system-calls/forbidden-calls'
import { createSandboxArguments, type Abilities } from '../system-calls/sandbox-arguments'
import { say } from '../../texts/render-localized'
import { describeMissingPart } from './describe-missing-part'
import { thisSystem, type SystemProbe } from './system-probe'

export type Sandbox = Bubblewrap | Seatbelt

export interface Bubblewrap extends Abilities {
  readonly type: 'bubblewrap'
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

/** @throws HostError SERVER_NOT_CONTAINED: with the one command that fixes it */
export type FindSandbox = () => Promise<Sandbox>

const findersHere = new Map<NodeJS.Platform, FindSandbox>()

export interface FinderOptions {
  /** Where the self-test writes that the sandbox of macOS works; absent: it never does. */
  readonly proof?: ProofPlace | undefined
  /** Another system, checked separately. */
  readonly system?: SystemProbe | undefined
}

/** All callers share the result for this system. */
export function sandboxFinder(platform: NodeJS.Platform, options: FinderOptions = {}): FindSandbox {
  const { proof = null, system = thisSystem } = options
  // Each data folder has its own proof.
  if (platform === 'darwin') return keepFound(() => findSeatbelt(proof, system.run))
  if (system !== thisSystem) return keepFound(() => findBubblewrap(platform, system))
  const here = findersHere.get(platform) ?? keepFound(() => findBubblewrap(platform, thisSystem))
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
export async function findSandboxIn(
  findSandbox: FindSandbox,
  platform: NodeJS.Platform
): Promise<SandboxView> {
  const isMac = platform === 'darwin'
  try {
    await findSandbox()
    return { canContain: true, remedy: null, advice: isMac ? say('containment.macLimits') : null }
  } catch (error) {
    const command = error instanceof HostError ? (error.said.values?.['command'] ?? null) : null
    return {
      canContain: false,
      remedy: typeof command === 'string' ? command : null,
      advice: adviceWithout[platform] ?? null
    }
  }
}

const adviceWithout: Partial<Record<NodeJS.Platform, LocalizedText>> = {
  darwin: say('containment.macUntil'),
  win32: say('containment.insteadOnWindows')
}

async function findBubblewrap(platform: NodeJS.Platform, system: SystemProbe): Promise<Bubblewrap> {
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
  const sandbox: Bubblewrap = {
    type: 'bubblewrap',
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
function tinyProgram(sandbox: Bubblewrap): string[] {
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
