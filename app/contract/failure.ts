/**
 * Expected failures on both sides of the bridge: a code for the program, a sentence for the user. Free of runtime
 * dependencies, so that every layer may import it.
 */

import type { LocalizedText } from './localized-text'

/** Every failure code of the program and its use. Codes are API: adding is safe, renaming is not. */
export const failureCodes = {
  INTERNAL: 'A bug. Details are in the host log, none are shown.',
  BRIDGE_FORBIDDEN_SENDER: 'The call did not come from the main frame of our own window.',
  BRIDGE_UNKNOWN_CALL: 'No call of that name exists.',
  BRIDGE_INVALID_INPUT: 'The input of a call does not fit its schema.',
  BRIDGE_NO_PERSON:
    'The call approves something, and no fitting press of a person goes with it. It may be pressed again.',
  SETTINGS_INVALID: 'The settings file or one entry of it can not be used as it stands.',
  SETTINGS_UNREADABLE: 'The settings file exists and can not be read.',
  SETTINGS_WRITE_FAILED: 'The settings file could not be written; the old content stands.',
  SETTINGS_NAME_TAKEN: 'A server of that name is configured already.',
  SETTINGS_UNKNOWN_VARIABLE: 'A ${env:…} or ${secret:…} names something that is not there.',
  DESKTOP_SHORTCUT_TAKEN: 'Another program has the keys already.',
  SERVER_UNKNOWN: 'No server of that name is configured.',
  SERVER_NOT_CONNECTED: 'The server is configured, but no connection stands.',
  SERVER_COMMAND_NOT_FOUND: 'The command of a stdio server does not exist or may not be executed.',
  SERVER_EXITED: 'The process of a stdio server ended.',
  SERVER_START_TIMEOUT: 'The server did not answer the handshake in time.',
  SERVER_UNREACHABLE: 'The address of a remote server does not answer.',
  SERVER_NEEDS_SIGN_IN: 'The server asks for authorization.',
  SERVER_PROTOCOL: 'What the server says breaks the protocol.',
  SERVER_NOT_TRUSTED: 'The person has not said yes to the server as it is now.',
  SERVER_NOT_ALLOWED: 'The policy of this computer does not allow the server.',
  SERVER_NOT_CONTAINED:
    'The server is to be contained, and that can not be done as its entry says: it was not started.',
  SERVER_PACKAGE_NOT_FETCHED:
    'The package of a contained server could not be fetched: nothing of it was started.',
  SERVER_RESTARTED: 'The connection ended while the request ran.',
  TOOL_UNKNOWN: 'The server offers no tool of that name (any more).',
  TOOL_INVALID_SCHEMA: 'The input schema of the tool is no usable JSON Schema.',
  TOOL_INVALID_ARGUMENTS: 'The arguments do not fit the input schema. data.problems lists where.',
  TOOL_TIMEOUT: 'The call ran into its time limit.',
  TOOL_USED_UP: 'Nothing was sent: the tool was called as often as the person allows.',
  TOOL_CANCELLED: 'The person stopped the call.',
  SCRIPT_LIMIT: 'A script of a model was ended: it went beyond what it may take.',
  TOOL_ERROR: 'The server answered the call with a JSON-RPC error. data.rpcCode holds its number.',
  CONSENT_UNKNOWN_QUESTION: 'The question has been answered or withdrawn already.',
  CONSENT_UNKNOWN_GRANT: 'That grant does not exist (any more).',
  CONSENT_INVALID_LOCK_FILE: 'The lock file of tool definitions is missing or can not be used as it stands.',
  MODEL_NO_KEY: 'The provider needs an API key and none is set.',
  MODEL_WRONG_KEY: 'The provider refused the API key.',
  MODEL_RATE_LIMIT: 'The provider asks to slow down.',
  MODEL_OVERLOADED: 'The provider is overloaded or out of order.',
  MODEL_NETWORK: 'The provider can not be reached.',
  MODEL_STREAM_DROPPED: 'The answer broke off half-way.',
  MODEL_REFUSED_REQUEST: 'The provider refused the request; its reason is in the message.',
  MODEL_EMPTY_ANSWER: 'The provider sent an answer in which there is nothing.',
  MODEL_ANSWER_CUT: 'The answer ended at its length limit inside of a tool call, which was not run.',
  MODEL_TOO_LONG: 'The request is longer than the model can read at once.',
  MODEL_SPENDING_LIMIT:
    'Nothing was sent: as much money is spent as the person allows for the day or the month.',
  MODEL_UNKNOWN: 'No model of that id is available.',
  DESTINATION_NOT_TRUSTED: 'Nothing was sent: the person has not said that Parley may send to that address.',
  DESTINATION_REFUSED: 'Nothing was sent: the address is not encrypted, or a policy does not allow it.',
  CONVERSATION_UNKNOWN: 'No conversation of that id exists.',
  CONVERSATION_BUSY: 'A turn is running in the conversation already.',
  CONVERSATION_STEP_LIMIT: 'The turn used up its tool steps; a retry goes on where it stopped.',
  SPELLING_NOT_KEPT: 'The word could not be added to the own dictionary; its file stands as it was.',
  HISTORY_UNAVAILABLE: 'The history can not be read or written.',
  VAULT_WRITE_FAILED: 'The secret could not be stored.',
  SIGN_IN_FAILED: 'Signing in at a server, or with what was kept of it, did not succeed.',
  REQUEST_REFUSED: 'The person, or a rule of theirs, refused what a server asked for.',
  ICON_UNAVAILABLE: 'The icon may not be fetched, or is none.',
  FILE_REFUSED: 'A file can not go with a message: its kind, its size, or it is not there any more.',
  ARCHIVE_UNREADABLE:
    'A file of conversations can not be read, or not to its end. What it held before that point is kept.',
  DIRECTORY_FAILED:
    'A directory of servers can not be read, or what it says does not fit the settings any more.',
  BUNDLE_REFUSED: 'A bundle can not be installed: what is wrong with it is in the message.',
  BUNDLE_SETTINGS: 'What the bundle asks for is missing or will not do. data.problems lists what.',
  FILE_WRITE_FAILED: 'The file could not be written.',
  COMMAND_LINE_INVALID: 'The words on the command line are no command.',
  CONSENT_NO_ANSWER: 'Nobody could be asked: a command ran without a terminal and without --yes.',
  FOLDER_IN_USE: 'Another Parley works with the data folder.',
  LINK_REFUSED: 'The address is no http, https or mailto address.'
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
