/** All that the window shows, as it is when it asks; events tell of what changes after it. */
import { z } from 'zod'
import { accountView } from './accounts'
import { question } from './consents'
import { consentView } from './consent-view'
import { conversationSummary, messageQueue } from './conversations'
import { openExchange } from './exchanges'
import { collectorView } from './ledger'
import { draft } from './list/drafts'
import { conversationFolder } from './list/conversation-folders'
import { serverView } from './servers'
import { assistant, modelsView, settingsView } from './settings'

/** That a server which came from outside lies before the person. What it is, `adding.read` says: it may be long. */
export const addingMark = z.strictObject({
  id: z.string(),
  /** It is being read; then it is there, or refused. */
  isReading: z.boolean()
})
export type AddingMark = z.infer<typeof addingMark>

export const snapshot = z.strictObject({
  /** Events of this revision and below are contained. */
  revision: z.number(),
  app: z.strictObject({
    version: z.string(),
    electronVersion: z.string(),
    platform: z.string(),
    dataFolder: z.string()
  }),
  isFirstRun: z.boolean(),
  /** Newest first. */
  conversations: z.array(conversationSummary),
  /** Of conversations in which messages wait. */
  queues: z.array(messageQueue).optional(),
  /** In the order in which they were made. */
  assistants: z.array(assistant).optional(),
  /** What stood unsent in message fields when Parley began, or was kept since. */
  drafts: z.array(draft).optional(),
  /** Folders of the list, in the order in which they were made. */
  drawers: z.array(conversationFolder).optional(),
  servers: z.array(serverView),
  questions: z.array(question),
  consent: consentView,
  settings: settingsView,
  models: modelsView,
  /** Sign-ins at remote servers. */
  accounts: z.array(accountView).optional(),
  /** Requests that are no calls and whose servers asked back, oldest first. */
  exchanges: z.array(openExchange).optional(),
  /** A server that came from outside and lies before the person. */
  adding: addingMark.optional(),
  /** Absent: the ledger is sent nowhere. */
  collector: collectorView.optional()
})
export type Snapshot = z.infer<typeof snapshot>
