/**
 * The programs of macOS that Parley starts to try its sandbox, as far as the tries use them. What runs under
 * `sandbox-exec` may do what the evaluator reads in the profile; without it, everything.
 */
import path from 'node:path'
import type { SystemProbe } from '../../sandbox/available/system-probe'
import { readProfile } from './seatbelt-evaluator'

export interface FakeMac {
  build: string
  computer: string
  /** What it enforces of a profile; all of it by default. */
  enforces: (operation: string, subject: string) => boolean
  /** Programs that fail always. */
  broken: readonly string[]
  /** Programs that fail in each sandbox. */
  closed: readonly string[]
  /** Programs that don't end in the sandbox. */
  endless: readonly string[]
  readonly run: SystemProbe['run']
  /** Programs with their arguments, without the sandbox's. */
  readonly started: string[]
}

type Access = readonly [operation: string, subject: string]

export function createFakeMac(): FakeMac {
  const mac: FakeMac = {
    build: '25F84',
    computer: 'AAAAAAAA-0000-4000-8000-000000000001',
    enforces: () => true,
    broken: [],
    closed: [],
    endless: [],
    started: [],
    run: async (file, args) => {
      if (file === '/usr/bin/sw_vers') return { isFine: true, output: `${mac.build}\n` }
      if (file === '/usr/sbin/ioreg')
        return { isFine: true, output: `{\n  "IOPlatformUUID" = "${mac.computer}"\n}\n` }
      const [option = '', text = '', ...inside] = args
      const isSandboxed = file === '/usr/bin/sandbox-exec' && option === '-p'
      const program = isSandboxed ? inside : [file, ...args]
      mac.started.push(program.join(' '))
      if (isSandboxed && mac.endless.includes(program[0] ?? ''))
        return { isFine: false, output: '', isTimedOut: true }
      const isClosed = isSandboxed && mac.closed.some((each) => program.includes(each))
      if (isClosed || mac.broken.includes(program[0] ?? ''))
        return { isFine: false, output: 'it is broken\n' }
      const profile = isSandboxed ? readProfile(text) : null
      const refused = accessesOf(program).find(
        ([operation, subject]) =>
          profile !== null && mac.enforces(operation, subject) && !profile.allows(operation, subject)
      )
      if (refused === undefined) return { isFine: true, output: '' }
      return { isFine: false, output: `${refused[1]}: Operation not permitted\n` }
    }
  }
  return mac
}

/** What a program does first, then what its arguments are about. */
function accessesOf([file = '', ...args]: readonly string[]): readonly Access[] {
  return [['process-exec', file], ...ownAccesses(file, args)]
}

function ownAccesses(file: string, args: readonly string[]): readonly Access[] {
  const [first = '', second = ''] = args
  switch (file) {
    case '/usr/bin/true':
      return []
    case '/bin/cat':
      return [['file-read-data', realOf(first)]]
    case '/bin/ls':
      return [['file-read-data', first]]
    case '/usr/bin/touch':
      return [['file-write-create', first]]
    case '/bin/ln':
      return first === '-s' ? [['file-write-create', args[2] ?? '']] : [['file-link', first]]
    case '/bin/mv':
      return [
        ['file-write-unlink', first],
        ['file-write-create', second]
      ]
    case '/bin/kill':
      // The shell that starts it adds its own number.
      return [['signal', second === '' ? 'same-sandbox' : 'others']]
    case '/usr/bin/nc':
      return [['network-outbound', args.slice(-2).join(':')]]
    case '/bin/sh':
      // -c, the script, its name
      return [['process-fork', ''], ...accessesOf(args.slice(3))]
    default:
      throw new Error(`This Mac has no ${file}`)
  }
}

/** The one link of the tries. */
function realOf(place: string): string {
  return path.basename(place) === 'link' ? path.join(path.dirname(place), '../outside/file') : place
}
