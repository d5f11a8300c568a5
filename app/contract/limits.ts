/** Lists and limits shared by the window and the host. Free of zod: the window needs them at run time. */

/** Languages of Parley's texts: every text must exist in all of them. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** `system`: the first supported language of the system, or English. */
export const languageChoices = ['system', ...languages] as const
export type LanguageSetting = (typeof languageChoices)[number]

/** Of conversations: pinned ones are at the top of the list, archived ones collapsed at the bottom. */
export const listPlaces = ['pinned', 'archived'] as const
export type ListPlace = (typeof listPlaces)[number]

/** Of `notifications/message`, least urgent first. @spec 2025-11-25 server/utilities/logging */
export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency'
] as const

/** Times that a server may request input before Parley cancels its own request. @spec 2026-07-28 basic/patterns/mrtr */
export const roundLimit = 10

/** Keys of a tool's entry in the settings that limit how often it may be called. */
export const callLimitKeys = {
  perTurn: 'maxCallsPerTurn',
  perConversation: 'maxCallsPerConversation',
  perDay: 'maxCallsPerDay'
} as const
/** The shortest first. */
export const callPeriods = [
  'perTurn',
  'perConversation',
  'perDay'
] as const satisfies readonly (keyof typeof callLimitKeys)[]
export type CallPeriod = (typeof callPeriods)[number]
export const maxCallsPerTool = 100_000

/** Tools of a server that one settings write changes; each is a separate text edit, so that comments are kept. */
export const toolsAtOnce = 200

/** What the user may add to a message, in bytes of the file. */
export const fileLimits = {
  perMessage: 20,
  /** Of all files of one message, which is sent and stored as a whole. */
  message: 15_000_000,
  text: 4_000_000,
  /** The lowest limit of all providers for one picture, as base64. */
  image: 3_900_000,
  /** Of a PDF whose text is extracted; the text counts as text. Also the largest PDF that is displayed. */
  pdf: 20_000_000,
  /** Of a PDF that is sent as a file in addition to its text. */
  wholePdf: 10_000_000,
  /** The lowest limit of all providers for its pages. */
  pdfPages: 100,
  /** Of an office document. Only its text is sent, and counts as text. */
  office: 20_000_000,
  /** Bytes per call over the bridge. */
  piece: 512 * 1024
}

/** The text of a file of this type is sent with a message, and the file itself to models that accept it. */
export const pdfType = 'application/pdf'

/** What a model writes and a preview draws. `react`: one file with a component. */
export const previewKinds = ['html', 'svg', 'mermaid', 'markdown', 'react'] as const
export type PreviewKind = (typeof previewKinds)[number]

export const previewLimits = {
  /** Characters of one text. */
  text: 1_000_000,
  /** Problems that are shown of one preview, and characters of each. */
  problems: 3,
  problem: 500
}

/** Pasted text of this many characters or more becomes an attachment. */
export const longPaste = 10_000

/** How much a model thinks before it answers. Absent: the model's default. */
export const thinkingLevels = ['off', 'low', 'medium', 'high'] as const
export type ThinkingLevel = (typeof thinkingLevels)[number]

/** Queued messages per conversation. */
export const queueLimit = 50

/** An ISO 4217 code. */
export const defaultCurrency = 'USD'

/** Sampling limits of a server until the user changes them. */
export const defaultSamplingLimits = {
  requestsPerMinute: 30,
  requestsPerDay: 200,
  tokensPerDay: 200_000,
  moneyPerDay: null as number | null,
  maxTokens: 16_000
}

/** Source of a conversation's title until the user names it. */
export const titleSources = ['words', 'model'] as const

/** Newest lines of all logs that a window can show; the files contain more. */
export const keptLogLines = 5_000
/** Maximum size of a log file, and how many older ones are kept. */
export const logRotation = { megabytes: 5, older: 5 } as const
