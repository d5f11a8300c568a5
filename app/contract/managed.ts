/** What an administrator decided for this computer, as the screen shows it. Absent where nothing is managed. */
import { z } from 'zod'
import { grantScopes } from './consents'

export const managedView = z.strictObject({
  /** Absolute path of the policy. */
  file: z.string(),
  /** Why the policy can not be used, a sentence; everything that it could forbid is forbidden then. */
  failure: z.string().nullable(),
  limitsServers: z.boolean(),
  /** The programs and addresses that may run, as the policy writes them; empty without a limit, and where all are forbidden. */
  allowedServers: z.array(z.string()),
  /** Longer permissions that are neither offered nor honoured. */
  forbiddenScopes: z.array(z.enum(grantScopes)),
  isResultGateForced: z.boolean(),
  /** Where the ledger is sent, too; null: the person decides. */
  ledgerEndpoint: z.string().nullable(),
  isAutomaticSamplingForbidden: z.boolean()
})
export type ManagedView = z.infer<typeof managedView>
