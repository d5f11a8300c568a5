/** Texts that say why a server is in its state and what to do. */
import { HostError, toFailure } from '../../base/host-error'
import type { BrokenServerDefinition } from '../../settings/definition'
import type { StopCause } from './reconcile'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say, sentences } from '../../texts/render-localized'

export function describeStopCause(cause: Exclude<StopCause, 'broken'>): LocalizedText {
  switch (cause) {
    case 'person':
      return say('servers.stoppedByPerson')
    case 'refused':
      return say('servers.keptStopped')
    case 'disabled':
      return say('servers.switchedOff')
    case 'not-automatic':
      return say('servers.notAutomatic')
    case 'on-use':
      return say('servers.onUse')
  }
}

export function describeBroken({ problems }: BrokenServerDefinition): LocalizedText {
  const found = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  if (found === undefined) return say('servers.entryUnusable')
  const { message: problem, line, column } = found
  if (line === null) return say('servers.entryBroken', { problem })
  return say('servers.entryBrokenAt', { line, column: column ?? 1, problem })
}

/** How an attempt to connect, or a connection, ended. */
export interface EndReason {
  readonly type: 'failed' | 'closed'
  readonly reason: LocalizedText
  readonly errorOutput: readonly string[]
  /** True if the next attempt may succeed without an action of the user. */
  readonly isWorthRetrying: boolean
  readonly needsSignIn: boolean
  /** A policy forbids it, which only another policy can change. */
  readonly isForbidden: boolean
}

interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** `exit code 1`, `signal SIGKILL`; null if no process ended. */
function describeExit({ exitCode, signal }: Exit): LocalizedText | null {
  if (exitCode !== null) return say('servers.exitCode', { exitCode: `${exitCode}` })
  return signal === null ? null : say('servers.signal', { signal })
}

/** The end of an open connection. */
export function toConnectionEnd(
  news: Exit & { errorOutput: readonly string[]; reason: LocalizedText }
): EndReason {
  const how = describeExit(news)
  const reason =
    how === null
      ? sentences(say('servers.stoppedWorking'), news.reason)
      : say('servers.stoppedWorkingHow', { how })
  return {
    type: 'closed',
    reason,
    errorOutput: news.errorOutput,
    isWorthRetrying: true,
    needsSignIn: false,
    isForbidden: false
  }
}

/** The end of a connection that never opened. */
export function toAttemptEnd(error: unknown): EndReason {
  const { code, message, said = quote(message), data = {} } = toFailure(error)
  if (code === 'SERVER_RESTARTED') return lostConnection
  const errorOutput = Array.isArray(data['errorOutput']) ? data['errorOutput'].map(String) : []
  const ending = {
    type: 'failed',
    reason: said,
    errorOutput,
    isWorthRetrying: /^SERVER_(?:EXITED|UNREACHABLE|START_TIMEOUT)$/.test(code),
    needsSignIn: code === 'SERVER_NEEDS_SIGN_IN',
    isForbidden: code === 'SERVER_NOT_ALLOWED'
  } as const
  if (code === 'SERVER_START_TIMEOUT') {
    return ending
  }
  // A known cause explains more than the exit code.
  if (code === 'SERVER_EXITED' && data['isExplained'] !== true) {
    const how = describeExit(readExit(data)) ?? say('servers.processEnded')
    return { ...ending, reason: say('servers.endedBeforeAnswer', { how }) }
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

/** The process of all connections ended, or doesn't answer. */
export const lostConnection: EndReason = {
  type: 'closed',
  reason: say('servers.connectionsLost'),
  errorOutput: [],
  isWorthRetrying: true,
  needsSignIn: false,
  isForbidden: false
}

/** For servers that never answer, in case the limit of the connection doesn't work. */
export function startTimeout(): HostError {
  return new HostError('SERVER_START_TIMEOUT', say('servers.noAnswerInTime'))
}
