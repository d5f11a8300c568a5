/**
 * The time that a start may take. A package runner (npx, uvx, docker, …) downloads before it runs anything: until the
 * first line of output comes through, a limit of its own holds, and what the runner says of its work is told.
 */
import { stripVTControlCharacters } from 'node:util'
import { cutText } from '../../base/cut-text'
import { createPausable } from '../../base/pausable'
import type { ServerLaunch } from '../interface'
import { fetchesPackages } from '../transports/stdio/package-pins'

/** A package that is there already runs sooner; nobody needs to hear of it. */
const quietMs = 1_000
/** Between two tellings: a runner that draws its progress writes faster than anybody reads. */
const pauseMs = 200
const lineLimit = 300

/** What is told while a package is fetched: the latest line of the runner, '' while it said nothing; null: it runs. */
export type TellInstalling = (line: string | null) => void

export interface StartClock {
  /** Fires when the time is up. */
  readonly timeout: AbortSignal
  /** The longest that one request of the handshake may take, in milliseconds. */
  readonly requestTimeoutMs: number
  /** Whether the time that counts is that of the download. */
  readonly isInstalling: boolean
  /** A line of stderr. */
  heardError(line: string): void
  /** A line of stdout: whatever had to be fetched is there. */
  heardOutput(): void
  /** The time stands still, while the person is asked, until the returned function is called. */
  pause(): () => void
  stop(): void
}

/** The clock itself ends what takes too long; a request has no limit of its own where time may stand still. */
export const endlessMs = 604_800_000

type Limits = Pick<ServerLaunch, 'connectTimeoutMs' | 'installTimeoutMs'>

export function createStartClock(launch: ServerLaunch, tell: TellInstalling): StartClock {
  const { connectTimeoutMs, installTimeoutMs = 0 }: Limits = launch
  const timeout = new AbortController()
  const timers: { telling?: NodeJS.Timeout } = {}
  let isInstalling =
    launch.transport === 'stdio' && installTimeoutMs > 0 && fetchesPackages(launch.command, launch.args)
  // A server far away asks nothing before its handshake is over.
  const canPause = launch.transport === 'stdio'
  let line = ''
  let isTold = false
  const limit = createPausable(() => timeout.abort())
  const limitTo = (ms: number) => limit.start(ms)
  const tellAfter = (ms: number) => {
    timers.telling ??= setTimeout(() => {
      delete timers.telling
      isTold = true
      tell(line)
    }, ms)
  }
  const over = () => {
    isInstalling = false
    clearTimeout(timers.telling)
    if (isTold) tell(null)
    isTold = false
  }
  limitTo(isInstalling ? installTimeoutMs : connectTimeoutMs)
  if (isInstalling) tellAfter(quietMs)
  return {
    timeout: timeout.signal,
    requestTimeoutMs: canPause
      ? endlessMs
      : isInstalling
        ? installTimeoutMs + connectTimeoutMs
        : connectTimeoutMs,
    pause: () => limit.pause(),
    get isInstalling() {
      return isInstalling
    },
    heardError: (text) => {
      if (!isInstalling) return
      // What follows the last return is what a terminal would show.
      line = cutText(stripVTControlCharacters(text).split('\r').at(-1)?.trim() ?? '', lineLimit)
      if (isTold) tellAfter(pauseMs)
    },
    heardOutput: () => {
      if (!isInstalling) return
      over()
      if (!timeout.signal.aborted) limitTo(connectTimeoutMs)
    },
    stop: () => {
      limit.end()
      over()
    }
  }
}
