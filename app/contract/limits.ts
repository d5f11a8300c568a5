/** Lists and limits that hold in the window and the host. Free of zod: the window needs them at run time. */

/** The languages that all of Parley's texts exist in: the catalogue isn't compiled while one is missing. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** `system`: the first of the system's languages that is one of them, else English. */
export const languageChoices = ['system', ...languages] as const
export type LanguageSetting = (typeof languageChoices)[number]

/** Of conversations: pinned ones stand above all others, archived ones folded below them. */
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

/** Times that a server may ask inside its results before the request of ours is given up. @spec 2026-07-28 basic/patterns/mrtr */
export const roundLimit = 10

/** The keys of a tool's entry in the settings that say how often it may be called. */
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
export const mostCallsOfTool = 100_000

/** Tools of a server that one write of the settings switches; each is an edit of the text, so that comments stay. */
export const toolsAtOnce = 200

/** What a person may add to a message, in bytes of the file. */
export const fileLimits = {
  perMessage: 20,
  /** Of all files of one message, which is told and kept as a whole. */
  message: 15_000_000,
  text: 4_000_000,
  /** The least that a provider takes of one picture, as base64. */
  image: 3_900_000,
  /** Of a PDF whose words are read; they count as text. Also the most that is drawn. */
  pdf: 20_000_000,
  /** Of a PDF that goes as it is beside its words. */
  wholePdf: 10_000_000,
  /** The least that a provider takes of its pages. */
  pdfPages: 100,
  /** Of an office document, of which only the words go on; they count as text. */
  office: 20_000_000,
  /** What crosses the bridge at once. */
  piece: 512 * 1024
}

/** Of a file of this type the words go with a message, and the file itself to models that take it. */
export const pdfType = 'application/pdf'

/** Characters from which on pasted text stands beside the message. */
export const longPaste = 10_000

/** How much a model thinks before it answers. Without one of them it does as it does by itself. */
export const thinkingLevels = ['off', 'low', 'medium', 'high'] as const
export type ThinkingLevel = (typeof thinkingLevels)[number]

/** Messages that may wait for the end of an answer, in one conversation. */
export const queueLimit = 50

/** An ISO 4217 code. */
export const defaultCurrency = 'USD'

/** What holds for the sampling of a server until the person says otherwise. */
export const defaultSamplingLimits = {
  requestsPerMinute: 30,
  requestsPerDay: 200,
  tokensPerDay: 200_000,
  moneyPerDay: null as number | null,
  maxTokens: 16_000
}

/** Where the title of a conversation comes from until the person names it. */
export const titleSources = ['words', 'model'] as const

/** How many of the newest lines of all logs a window can look at; the files hold more. */
export const keptLogLines = 5_000
/** How large a log file becomes, and how many older ones of it stay. */
export const logRotation = { megabytes: 5, older: 5 } as const
