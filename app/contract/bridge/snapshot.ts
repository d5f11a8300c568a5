/** Everything that the window shows at the time of its request; events report later changes. */
import { z } from 'zod'
import { accountView } from '../accounts'
import { question } from '../questions/questions'
import { consentView } from '../consent-view'
import { conversationSummary, messageQueue } from '../conversations'
import { openExchange } from '../exchanges'
import { collectorView } from '../ledger'
import { draft } from '../conversation/drafts'
import { conversationFolder } from '../conversation/conversation-folders'
import { serverView } from '../servers'
import { recordingView } from '../workbench/recordings'
import { assistant, modelsView, settingsView } from '../settings'

/**
 * Marks that a server from a bundle or link waits for approval. `adding.read` returns its details, which may be long.
 */
export const addingMark = z.strictObject({
  id: z.string(),
  /** It is being read; then it is there, or refused. */
  isReading: z.boolean()
})
export type AddingMark = z.infer<typeof addingMark>

export const snapshot = z.strictObject({
  /** Events up to and including this revision are already applied. */
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
  /** Unsent text of message boxes, from the last session or saved since. */
  drafts: z.array(draft).optional(),
  /** Folders of the list, in the order in which they were made. */
  folders: z.array(conversationFolder).optional(),
  servers: z.array(serverView),
  questions: z.array(question),
  consent: consentView,
  settings: settingsView,
  models: modelsView,
  /** Sign-ins at remote servers. */
  accounts: z.array(accountView).optional(),
  /** Requests that are no calls and whose servers asked back, oldest first. */
  exchanges: z.array(openExchange).optional(),
  /** Recordings that run or wait to be saved. */
  recordings: z.array(recordingView).optional(),
  /** A server from a bundle or link that waits for approval. */
  adding: addingMark.optional(),
  /** Absent: the ledger is sent nowhere. */
  collector: collectorView.optional()
})
export type Snapshot = z.infer<typeof snapshot>
