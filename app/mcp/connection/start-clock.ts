/**
 * The time limit of a start. A package runner (npx, uvx, docker, …) downloads before it runs anything: until the first
 * line of output a separate limit applies, and the runner's messages are reported.
 */
import { stripVTControlCharacters } from 'node:util'
import { cutText } from '../../base/cut-text'
import { createPausable } from '../../base/pausable'
import type { ServerLaunch } from '../interface'
import { fetchesPackages } from '../transports/stdio/package-pins'

/** An installed package runs sooner and needs no report. */
const quietMs = 1_000
/** Between two reports: a runner writes its progress faster than a user can read it. */
const pauseMs = 200
const lineLimit = 300

/** Called while a package is downloaded: with the runner's latest line, '' before its first; null when it runs. */
export type ReportInstalling = (line: string | null) => void

export interface StartClock {
  /** Fires at the time limit. */
  readonly timeout: AbortSignal
  /** The longest that one request of the handshake may take, in milliseconds. */
  readonly requestTimeoutMs: number
  /** True while the limit of the download applies. */
  readonly isInstalling: boolean
  /** Takes a line of stderr. */
  heardError(line: string): void
  /** Takes a line of stdout, which proves that the download is over. */
  heardOutput(): void
  /** Stops the clock while the user is asked, until the returned function is called. */
  pause(): () => void
  stop(): void
}

/** The clock ends the start. A request has no limit of its own if the clock may stop. */
export const endlessMs = 604_800_000

type Limits = Pick<ServerLaunch, 'connectTimeoutMs' | 'installTimeoutMs'>

export function createStartClock(launch: ServerLaunch, tell: ReportInstalling): StartClock {
  const { connectTimeoutMs, installTimeoutMs = 0 }: Limits = launch
  const timeout = new AbortController()
  const timers: { telling?: NodeJS.Timeout } = {}
  let isInstalling =
    launch.transport === 'stdio' && installTimeoutMs > 0 && fetchesPackages(launch.command, launch.args)
  // A remote server asks nothing before its handshake is over.
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
      // A terminal would show the text after the last carriage return.
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
