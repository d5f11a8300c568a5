/** The sentences that say why a server is in its state and what to do about it. */
import { HostError, toFailure } from '../../base/host-error'
import type { BrokenServer } from '../../settings/definition'
import type { RestCause } from './reconcile'

export const connectTimeoutMs = 30_000

export function reasonToRest(cause: Exclude<RestCause, 'broken'>): string {
  switch (cause) {
    case 'person':
      return 'You stopped it. Start it when you need it.'
    case 'refused':
      return 'You kept it stopped. Start it to be asked again.'
    case 'disabled':
      return 'It is switched off in the settings ("disabled": true). Start it here for once.'
    case 'not-automatic':
      return 'It does not start by itself ("autoStart": false). Start it when you need it.'
  }
}

export function reasonOfBroken({ problems }: BrokenServer): string {
  const problem = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  if (problem === undefined) return 'Its entry in the settings can not be used. Edit it.'
  const place = problem.line === null ? '' : ` (line ${problem.line}, column ${problem.column ?? 1})`
  return `Its entry in the settings can not be used${place}: ${problem.message}`
}

/** How an attempt to connect, or a connection, ended. */
export interface Ending {
  readonly type: 'failed' | 'closed'
  /** A sentence. */
  readonly reason: string
  /** The same in few words, for the end of another sentence. */
  readonly brief: string
  readonly errorOutput: readonly string[]
  /** Whether the next try may go better without the person doing anything. */
  readonly isWorthRetrying: boolean
  readonly needsSignIn: boolean
  /** A policy says no: only another policy can change that. */
  readonly isForbidden: boolean
}

interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** `exit code 1`, `signal SIGKILL`; null when no process ended. */
function describeExit({ exitCode, signal }: Exit): string | null {
  if (exitCode !== null) return `exit code ${exitCode}`
  return signal === null ? null : `signal ${signal}`
}

/** A connection that stood and ended. */
export function endingOfConnection(news: Exit & { errorOutput: readonly string[]; message: string }): Ending {
  const brief = describeExit(news) ?? news.message.replace(/\.$/, '')
  const reason = `The server stopped working (${brief}).`
  return {
    type: 'closed',
    reason,
    brief,
    errorOutput: news.errorOutput,
    isWorthRetrying: true,
    needsSignIn: false,
    isForbidden: false
  }
}

/** A connection that never stood. */
export function endingOfAttempt(error: unknown): Ending {
  const { code, message, data = {} } = toFailure(error)
  if (code === 'SERVER_RESTARTED') return lostConnection
  const errorOutput = Array.isArray(data['errorOutput']) ? data['errorOutput'].map(String) : []
  const ending = {
    type: 'failed',
    reason: message,
    brief: message.replace(/\.$/, ''),
    errorOutput,
    isWorthRetrying: /^SERVER_(?:EXITED|UNREACHABLE|START_TIMEOUT)$/.test(code),
    needsSignIn: code === 'SERVER_NEEDS_SIGN_IN',
    isForbidden: code === 'SERVER_NOT_ALLOWED'
  } as const
  if (code === 'SERVER_START_TIMEOUT') {
    const brief = `did not answer within ${connectTimeoutMs / 1_000} s`
    const reason = `The server ${brief}. Look at its log and its settings, then start it again.`
    return { ...ending, reason, brief }
  }
  if (code === 'SERVER_EXITED') {
    const brief = describeExit(readExit(data)) ?? 'its process ended'
    const reason = `The server ended before it answered (${brief}). Its last output says more.`
    return { ...ending, reason, brief }
  }
  return ending
}

function readExit(data: Readonly<Record<string, unknown>>): Exit {
  const { exitCode, signal } = data
  return {
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    signal: typeof signal === 'string' ? signal : null
  }
}

/** The process that holds all connections ended, or does not answer. */
export const lostConnection: Ending = {
  type: 'closed',
  reason: 'The part of Parley that holds the connections ended and was started anew.',
  brief: 'the connection was lost',
  errorOutput: [],
  isWorthRetrying: true,
  needsSignIn: false,
  isForbidden: false
}

/** For servers that never answer, should the limit of the connection itself not work. */
export function startTimeout(): HostError {
  return new HostError('SERVER_START_TIMEOUT', 'The server did not answer in time.')
}
