/** Permissions, permanent denials and suggested permissions. */
import { z } from 'zod'
import { conversationId } from './content-blocks'
import { trustedDestination } from './destination'
import { flowPermission } from './flows'
import { permissionGrant, grantCondition, trustedServer } from './grants'
import { samplingRule } from './sampling-rules'
import { serverName } from './servers'
import { questionId } from './consent/question-id'
import { refusedHost } from './consent/network-access'
import { viewAccess } from './consent/view-access'

/** A permission that Parley suggests after several similar approvals: only what they have in common. */
export const permissionSuggestion = z.strictObject({
  id: questionId,
  serverName,
  toolName: z.string(),
  conversationId,
  conditions: z.array(grantCondition),
  /** The arguments that it doesn't limit, as JSON Pointers in which `*` matches each item of a list. */
  free: z.array(z.string()),
  /** How many approvals it covers. */
  calls: z.number()
})
export type PermissionSuggestion = z.infer<typeof permissionSuggestion>

export const consentView = z.strictObject({
  grants: z.array(permissionGrant),
  trustedServers: z.array(trustedServer),
  /** Addresses that Parley itself may send to. Absent: none. */
  trustedDestinations: z.array(trustedDestination).optional(),
  /** Hosts that are blocked without a question. Absent: none. */
  refusedHosts: z.array(refusedHost).optional(),
  /** What views of servers may use, or may not, without a question. Absent: nothing is answered. */
  viewAccess: z.array(viewAccess).optional(),
  /** Servers whose text may go to another one without a question. */
  flows: z.array(flowPermission).optional(),
  /** Number of tools whose definition was approved, so that Parley notices a change. */
  pinnedToolCount: z.number().optional(),
  /** Suggested permissions. Absent: none. */
  habits: z.array(permissionSuggestion).optional(),
  /** Of servers that requested a model, or that the user made a rule for. */
  samplingRules: z.array(samplingRule).optional()
})
export type ConsentView = z.infer<typeof consentView>
