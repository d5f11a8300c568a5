/** Exit codes of a command, for scripts. `docs/command-line.md` documents them. */
import type { FailureCode } from '../../../app/contract/failure'

export const exitCodes = {
  ok: 0,
  /** The tool or the server answered with an error or not in time, or a ledger isn't intact. */
  failed: 1,
  /** The command line, or what it names, is invalid. */
  usage: 2,
  /** Denied by the user, by the policy or for lack of an answer: nothing was run or sent. */
  notAllowed: 3,
  /** The server can't be started or reached, or requires a sign-in. */
  unreachable: 4,
  /** Another Parley uses the data folder. */
  inUse: 5,
  bug: 70,
  interrupted: 130
} as const

const byCode: Partial<Record<FailureCode, number>> = {
  COMMAND_LINE_INVALID: exitCodes.usage,
  BRIDGE_INVALID_INPUT: exitCodes.usage,
  RECORDING_INVALID: exitCodes.usage,
  SETTINGS_INVALID: exitCodes.usage,
  SETTINGS_UNREADABLE: exitCodes.usage,
  SETTINGS_UNKNOWN_VARIABLE: exitCodes.usage,
  SERVER_UNKNOWN: exitCodes.usage,
  TOOL_UNKNOWN: exitCodes.usage,
  TOOL_INVALID_SCHEMA: exitCodes.usage,
  TOOL_INVALID_ARGUMENTS: exitCodes.usage,
  CONSENT_NO_ANSWER: exitCodes.notAllowed,
  SERVER_NOT_TRUSTED: exitCodes.notAllowed,
  SERVER_NOT_ALLOWED: exitCodes.notAllowed,
  SERVER_NOT_CONTAINED: exitCodes.unreachable,
  SERVER_PACKAGE_NOT_FETCHED: exitCodes.unreachable,
  REQUEST_REFUSED: exitCodes.notAllowed,
  DESTINATION_NOT_TRUSTED: exitCodes.notAllowed,
  DESTINATION_REFUSED: exitCodes.notAllowed,
  DIRECTORY_FAILED: exitCodes.unreachable,
  SERVER_COMMAND_NOT_FOUND: exitCodes.unreachable,
  SERVER_NOT_CONNECTED: exitCodes.unreachable,
  SERVER_EXITED: exitCodes.unreachable,
  SERVER_START_TIMEOUT: exitCodes.unreachable,
  SERVER_UNREACHABLE: exitCodes.unreachable,
  SERVER_NEEDS_SIGN_IN: exitCodes.unreachable,
  SERVER_PROTOCOL: exitCodes.unreachable,
  SERVER_RESTARTED: exitCodes.unreachable,
  FOLDER_IN_USE: exitCodes.inUse,
  HISTORY_UNAVAILABLE: exitCodes.inUse,
  INTERNAL: exitCodes.bug
}

export function toExitCode(code: FailureCode): number {
  return byCode[code] ?? exitCodes.failed
}
