/** What is left of a server's permissions when the user trusts it with less than the question shows. */
import { z } from 'zod'
import { sandboxChoices } from './consent/sandbox-choices'

/** Never more than the question shows, with the hosts that it proposes. */
export const leftPermissions = z.strictObject({
  /** Of a sandboxed server. */
  containment: sandboxChoices.optional(),
  /** Variables that it is started without. */
  withoutVariables: z.array(z.string().max(1_000)).max(200)
})
export type LeftPermissions = z.infer<typeof leftPermissions>
