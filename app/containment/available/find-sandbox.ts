/**
 * Whether this system can contain a program, by doing it: a tiny one is run behind the very walls. What is installed says
 * nothing where the system forbids new namespaces. Found out once and kept where it can; asked again where it can't, for
 * the person may mend it meanwhile.
 */
import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { constants } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { WallsView } from '../../contract/choices/walls'
import { wantOf } from './remedies'

export interface Sandbox {
  readonly bubblewrap: string
  /** null: it is not there, and nothing contained has a network. */
  readonly socat: string | null
  /** null: it is not there, or can't be seen from behind the walls. */
  readonly prlimit: string | null
  readonly canLimitMemory: boolean
  readonly canForbidNamespaces: boolean
}

/** What is asked of the system. */
export interface SystemProbe {
  readonly findProgram: (name: string) => Promise<string | null>
  readonly run: (
    file: string,
    args: readonly string[]
  ) => Promise<{ readonly isFine: boolean; readonly output: string }>
  /** The text of /etc/os-release. */
  readonly readRelease: () => Promise<string>
}

/** @throws HostError SERVER_NOT_CONTAINED: with the one command that mends it */
export type FindSandbox = () => Promise<Sandbox>

export function createSandboxFinder(
  platform: NodeJS.Platform,
  system: SystemProbe = thisSystem
): FindSandbox {
  let found: Promise<Sandbox> | null = null
  return async () => {
    found ??= find(platform, system)
    try {
      return await found
    } catch (error) {
      found = null
      throw error
    }
  }
}

/** The same as an answer. */
export async function wallsIn(findSandbox: FindSandbox): Promise<WallsView> {
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
      wantOf({ platform, missing, output, release: await system.readRelease() })
    )
  if (platform !== 'linux') throw await fail('bubblewrap', '')
  const bubblewrap = await system.findProgram('bwrap')
  if (bubblewrap === null) throw await fail('bubblewrap', '')
  const [help, socat, prlimit] = await Promise.all([
    system.run(bubblewrap, ['--help']),
    system.findProgram('socat'),
    system.findProgram('prlimit')
  ])
  const sandbox: Sandbox = {
    bubblewrap,
    socat,
    prlimit: prlimit !== null && /^\/(?:usr\/)?s?bin\//.test(prlimit) ? prlimit : null,
    canLimitMemory: help.output.includes('--size'),
    canForbidNamespaces: help.output.includes('--disable-userns')
  }
  const { isFine, output } = await system.run(bubblewrap, tinyProgram(sandbox))
  if (!isFine) throw await fail('namespaces', output)
  return sandbox
}

function tinyProgram({ canForbidNamespaces }: Sandbox): string[] {
  const walls = ['--unshare-all', '--unshare-user', ...(canForbidNamespaces ? ['--disable-userns'] : [])]
  const places = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']
  return [
    ...walls,
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...places,
    '--',
    '/bin/sh',
    '-c',
    ':'
  ]
}

const places = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
const limitMs = 10_000

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
  run: (file, args) =>
    new Promise((resolve) => {
      execFile(file, [...args], { timeout: limitMs, env: { LANG: 'C' }, cwd: '/' }, (error, stdout, stderr) =>
        resolve({ isFine: error === null, output: `${stdout}${stderr}` })
      )
    }),
  readRelease: () => readFile('/etc/os-release', 'utf8').catch(() => '')
}
