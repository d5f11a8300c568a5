/** Two servers, two versions of one, or two sessions, side by side. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { jsonObject, jsonValue, localizedText } from '../json'
import { serverName } from '../servers'
import { replayStep } from './replays'

export const definitionKinds = ['server', 'tool', 'prompt', 'resource', 'template'] as const
export type DefinitionKind = (typeof definitionKinds)[number]

export const changeTypes = ['added', 'removed', 'changed'] as const

/** One member of a definition that differs. null: it isn't there. */
export const changedField = z.strictObject({
  /** As in the protocol: `description`. Untrusted text, as the values. */
  name: z.string(),
  /** A model gets it. */
  isForModel: z.boolean(),
  before: jsonValue,
  after: jsonValue,
  /** For a schema: what changed, a sentence each. */
  notes: z.array(localizedText)
})
export type ChangedField = z.infer<typeof changedField>

export const definitionChange = z.strictObject({
  kind: z.enum(definitionKinds),
  /** Its name or address; empty for the server itself. */
  name: z.string(),
  /** A tool with the same description and schema had this name; null: none. */
  previousName: z.string().nullable(),
  change: z.enum(changeTypes),
  /** A model notices it. */
  isForModel: z.boolean(),
  /** Of the definition of a tool, as models get it; 0 if no model gets it. null: not a tool. */
  tokens: z.strictObject({ before: z.number(), after: z.number() }).nullable(),
  /** First those that a model gets. */
  fields: z.array(changedField)
})
export type DefinitionChange = z.infer<typeof definitionChange>

const total = z.strictObject({ tools: z.number(), tokens: z.number() })

export const definitionDifferences = z.strictObject({
  /** Tools that models get. */
  before: total,
  after: total,
  /** First those that a model notices. */
  changes: z.array(definitionChange),
  /** Definitions that are the same. */
  unchanged: z.number(),
  /** Kinds that weren't listed on one side, so that they can't be compared. */
  unknown: z.array(z.enum(definitionKinds))
})
export type DefinitionDifferences = z.infer<typeof definitionDifferences>

/** One step of a session. Long texts are cut, and both are null if the step is the same. */
export const sessionStep = replayStep.extend({
  /** null: the session of a server. */
  turn: z.number().nullable(),
  /** `request`: its name is the method with the tool or address. */
  kind: z.enum([...replayStep.shape.kind.options, 'request'])
})
export type SessionStep = z.infer<typeof sessionStep>

export const comparison = z.strictObject({
  /** null: one side has no definitions. */
  definitions: definitionDifferences.nullable(),
  /** null: one side has no session. */
  steps: z.array(sessionStep).nullable(),
  /** Different steps beyond the limit, which aren't in the list. */
  leftOut: z.number()
})
export type Comparison = z.infer<typeof comparison>

/** What is compared. */
export const comparedSide = z.discriminatedUnion('type', [
  /** The server and its messages as they are now. */
  z.strictObject({ type: z.literal('server'), serverName }),
  /** What the server offered earlier. */
  z.strictObject({ type: z.literal('capture'), serverName, captureId: z.string().max(64) }),
  /** A recording that isn't saved yet. */
  z.strictObject({ type: z.literal('recording'), recordingId: z.string().max(64) }),
  /** A file that you chose with `difference.choose-file`. */
  z.strictObject({ type: z.literal('file'), fileId: z.string().max(64) })
])
export type ComparedSide = z.infer<typeof comparedSide>

/** What a server offered at some time. */
export const definitionCapture = z.strictObject({
  captureId: z.string(),
  at: z.number(),
  /** As the server says it. Untrusted text. */
  version: z.string().nullable(),
  tools: z.number(),
  tokens: z.number()
})
export type DefinitionCapture = z.infer<typeof definitionCapture>

/** A recording, or what is published about a server, that was chosen to be compared. */
export const comparedFile = z.strictObject({
  fileId: z.string(),
  /** Of the file, without its folder. */
  name: z.string(),
  recordedAt: z.string(),
  /** `publication`: a registry entry, a server card, or the manifest of a bundle. */
  of: z.enum(['server', 'conversation', 'publication'])
})
export type ComparedFile = z.infer<typeof comparedFile>

const list = z.array(jsonObject).nullable()

/** What a server offers, as it said it, without secrets. A list is null if Parley didn't ask for it. */
export const definitions = z.strictObject({
  server: jsonObject.nullable(),
  tool: list,
  prompt: list,
  resource: list,
  template: list
})
export type Definitions = z.infer<typeof definitions>

/** What is published about a server. */
export const published = z.strictObject({
  /** A member or list that it says nothing about is absent or null. */
  definitions,
  /** It says that the server offers more than it names. */
  isPartial: z.boolean()
})
export type Published = z.infer<typeof published>

export const differenceCalls = {
  /** What the server offered earlier, newest first, and the files that you chose. */
  'difference.list-sides': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.strictObject({ captures: z.array(definitionCapture), files: z.array(comparedFile) })
  },
  /** Keeps what the server offers now. @throws SERVER_NOT_CONNECTED */
  'difference.keep': { approval: null, input: z.strictObject({ serverName }), output: definitionCapture },
  /**
   * Asks for a recording, a registry entry, a server card, or the manifest of a bundle. null: the user cancelled.
   * @throws RECORDING_INVALID
   */
  'difference.choose-file': {
    // The user chooses the file in a system dialog.
    approval: needs('reveals', 'press'),
    input: z.strictObject({}),
    output: comparedFile.nullable()
  },
  /**
   * Reads the newest entry of this name from the registry of the settings. It needs approval of its address first.
   * @throws as `directory.read`, RECORDING_INVALID: the registry has no such entry
   */
  'difference.read-entry': {
    // The name goes to the trusted registry. A page without a user can't send it.
    approval: needs('sends', 'present'),
    input: z.strictObject({ name: z.string().min(3).max(200) }),
    output: comparedFile
  },
  /**
   * Fetches the card of a connected server from the server's own host, without its credentials and headers.
   * @throws SERVER_NOT_CONNECTED, RECORDING_INVALID: there is none, or it can't be read
   */
  'difference.read-card': {
    // The user trusts the server at this host, and presses for the request.
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName }),
    output: comparedFile
  },
  /** What a chosen file or entry publishes, for the command line. @throws RECORDING_INVALID */
  'difference.read-published': {
    approval: null,
    input: z.strictObject({ fileId: z.string().max(64) }),
    output: published
  },
  /** @throws RECORDING_INVALID, SERVER_UNKNOWN, SERVER_NOT_CONNECTED: a side isn't there any more */
  'difference.read': {
    approval: null,
    input: z.strictObject({ before: comparedSide, after: comparedSide }),
    output: comparison
  }
} as const
