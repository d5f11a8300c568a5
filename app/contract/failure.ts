/**
 * Expected failures on both sides of the bridge: a code for the program, a sentence for the user. Free of runtime
 * dependencies, so that every layer may import it.
 */

import type { LocalizedText } from './localized-text'

/** Every failure code and its meaning. Codes are API: adding is safe, renaming is not. */
export const failureCodes = {
  INTERNAL: 'A bug. The host log has the details, and the window shows none.',
  BRIDGE_FORBIDDEN_SENDER: "The call didn't come from the main frame of Parley's own window.",
  BRIDGE_UNKNOWN_CALL: 'No call has this name.',
  BRIDGE_INVALID_INPUT: "The input of a call doesn't match its schema.",
  BRIDGE_NO_PERSON:
    'The call approves something, but no matching press of the user came with it. The user can press again.',
  SETTINGS_INVALID: 'The settings file, or one entry in it, is invalid.',
  SETTINGS_UNREADABLE: "The settings file exists but can't be read.",
  SETTINGS_WRITE_FAILED: "The settings file couldn't be written. It keeps its old content.",
  SETTINGS_NAME_TAKEN: 'A server with this name already exists.',
  SETTINGS_UNKNOWN_VARIABLE: "A ${env:…} or ${secret:…} names something that doesn't exist.",
  DESKTOP_SHORTCUT_TAKEN: 'Another program already uses this keyboard shortcut.',
  SERVER_UNKNOWN: 'No server with this name is configured.',
  SERVER_NOT_CONNECTED: 'The server is configured but not connected.',
  SERVER_COMMAND_NOT_FOUND: "The command of a stdio server doesn't exist or can't be run.",
  SERVER_EXITED: 'The process of a stdio server ended.',
  SERVER_START_TIMEOUT: "The server didn't answer the handshake in time.",
  SERVER_UNREACHABLE: "The address of a remote server doesn't answer.",
  SERVER_NEEDS_SIGN_IN: 'The server requires authorization.',
  SERVER_PROTOCOL: 'A message of the server violates the protocol.',
  SERVER_NOT_TRUSTED: "The user hasn't trusted the server in its current form.",
  SERVER_NOT_ALLOWED: "The policy of this computer doesn't allow the server.",
  SERVER_NOT_CONTAINED:
    "The server must be sandboxed, but its entry makes that impossible. It wasn't started.",
  SERVER_PACKAGE_NOT_FETCHED:
    "The package of a sandboxed server couldn't be downloaded. Nothing in it was started.",
  SERVER_RESTARTED: 'The connection ended during the request.',
  TOOL_UNKNOWN: 'The server has no tool with this name, or no longer has it.',
  TOOL_INVALID_SCHEMA: "The tool's input schema isn't a usable JSON Schema.",
  TOOL_INVALID_ARGUMENTS: "The arguments don't match the input schema. data.problems lists where.",
  TOOL_TIMEOUT: 'The call reached its timeout.',
  TOOL_USED_UP: 'Nothing was sent: the tool reached the number of calls that the user allows.',
  TOOL_CANCELLED: 'The user stopped the call.',
  SCRIPT_LIMIT: "A model's script exceeded a limit and was ended.",
  TOOL_ERROR: 'The server answered the call with a JSON-RPC error. data.rpcCode has its number.',
  CONSENT_UNKNOWN_QUESTION: 'The question was already answered or withdrawn.',
  CONSENT_UNKNOWN_GRANT: "The permission doesn't exist, or no longer exists.",
  CONSENT_INVALID_LOCK_FILE: 'The lock file of tool definitions is missing or invalid.',
  MODEL_NO_KEY: 'The provider needs an API key, but none is set.',
  MODEL_WRONG_KEY: 'The provider rejected the API key.',
  MODEL_RATE_LIMIT: "The provider's rate limit is reached.",
  MODEL_OVERLOADED: 'The provider is overloaded or unavailable.',
  MODEL_NETWORK: "The provider can't be reached.",
  MODEL_STREAM_DROPPED: 'The answer stopped before its end.',
  MODEL_REFUSED_REQUEST: 'The provider rejected the request. The message has its reason.',
  MODEL_EMPTY_ANSWER: 'The provider sent an empty answer.',
  MODEL_ANSWER_CUT: 'The answer reached its length limit inside a tool call. The call was not run.',
  MODEL_TOO_LONG: "The request doesn't fit into the model's context window.",
  MODEL_SPENDING_LIMIT: "Nothing was sent: the user's spending limit for the day or the month is reached.",
  MODEL_UNKNOWN: 'No model has this id.',
  DESTINATION_NOT_TRUSTED: "Nothing was sent: the user hasn't allowed Parley to send to this address.",
  DESTINATION_REFUSED: "Nothing was sent: the address isn't encrypted, or a policy doesn't allow it.",
  CONVERSATION_UNKNOWN: 'No conversation has this id.',
  CONVERSATION_BUSY: 'A turn is already running in the conversation.',
  CONVERSATION_STEP_LIMIT: 'The turn used all its tool steps. A retry continues where it stopped.',
  SPELLING_NOT_KEPT: "The word couldn't be added to the user's dictionary. The file is unchanged.",
  HISTORY_UNAVAILABLE: "The history can't be read or written.",
  VAULT_WRITE_FAILED: "The secret couldn't be stored.",
  SIGN_IN_FAILED: 'Signing in to a server, or renewing a stored sign-in, failed.',
  REQUEST_REFUSED: "The user, or a rule of the user, declined a server's request.",
  VIEW_UNAVAILABLE: "The view of a tool call can't be shown. Its text can.",
  ICON_UNAVAILABLE: "The icon can't be used, or downloading it isn't allowed.",
  FILE_REFUSED:
    "A file can't be sent with a message because of its kind or size, or because it no longer exists.",
  ARCHIVE_UNREADABLE:
    "A file of conversations can't be read completely. Everything before the fault is kept.",
  DIRECTORY_FAILED: "A server directory can't be read, or its data no longer matches the settings.",
  BUNDLE_REFUSED: "A bundle can't be installed. The message says why.",
  BUNDLE_SETTINGS: 'A setting of the bundle is missing or invalid. data.problems lists which.',
  RECORDING_INVALID: "The file can't be read as a recording, or a newer Parley wrote it.",
  FILE_WRITE_FAILED: "The file couldn't be written.",
  COMMAND_LINE_INVALID: 'The command line has no valid command.',
  CONSENT_NO_ANSWER: 'No user could answer: a command ran without a terminal and without --yes.',
  FOLDER_IN_USE: 'Another Parley uses the data folder.',
  LINK_REFUSED: "The address isn't an http, https or mailto address."
} as const

export type FailureCode = keyof typeof failureCodes

/** An expected failure: what happened and what to do, as shown to the user. */
export interface Failure {
  readonly code: FailureCode
  /** `said` in English. */
  readonly message: string
  /** Absent in histories from before texts had keys. */
  readonly said?: LocalizedText | undefined
  /** Plain JSON that a screen may need, e.g. `{ problems: [{ path, message }] }`. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

/** The result of every call over the bridge: a rejected `invoke` would keep only the message. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure }
