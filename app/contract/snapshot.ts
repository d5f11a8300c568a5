/** All that the window shows, as it is when it asks; events tell of what changes after it. */
import { z } from 'zod'
import { accountView } from './accounts'
import { consentView, question } from './consents'
import { conversationSummary, messageQueue } from './conversations'
import { openExchange } from './exchanges'
import { collectorView } from './ledger'
import { serverView } from './servers'
import { modelsView, settingsView } from './settings'

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
  servers: z.array(serverView),
  questions: z.array(question),
  consent: consentView,
  settings: settingsView,
  models: modelsView,
  /** Sign-ins at remote servers. */
  accounts: z.array(accountView).optional(),
  /** Requests that are no calls and whose servers asked back, oldest first. */
  exchanges: z.array(openExchange).optional(),
  /** Absent: the ledger is sent nowhere. */
  collector: collectorView.optional()
})
export type Snapshot = z.infer<typeof snapshot>
