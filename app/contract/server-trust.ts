/** The question whether to trust a server, with everything that its start does. */
import { warning } from './json'
import { z } from 'zod'
import { sandboxChoices } from './choices/sandbox-choices'
import { serverAct } from './server-act'
import { serverName } from './servers'
import { questionId } from './consent/question-id'

/** Never more than the question shows, with the hosts that it proposes. */
export const leftPermissions = z.strictObject({
  /** Of a sandboxed server. */
  containment: sandboxChoices.optional(),
  /** Variables that it is started without. */
  withoutVariables: z.array(z.string().max(1_000)).max(200)
})
export type LeftPermissions = z.infer<typeof leftPermissions>

export const serverTrustQuestion = z.strictObject({
  type: z.literal('server-trust'),
  id: questionId,
  askedAt: z.number(),
  serverName,
  act: serverAct,
  /** What was trusted before under this name; null when the server is new. */
  previous: serverAct.nullable(),
  /** Hosts that its well-known package usually needs. None is allowed unless the answer leaves it. */
  proposedHosts: z.array(z.string().max(300)).max(20).optional(),
  /** What the user should know before approving (loader variables, shells, look-alike names). */
  warnings: z.array(warning)
})
export type ServerTrustQuestion = z.infer<typeof serverTrustQuestion>
