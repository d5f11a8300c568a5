/** Ids of tool calls in a form that a service accepts: a conversation may contain calls of another vendor's model. */
import { createHash } from 'node:crypto'

export interface CallIdForm {
  readonly longest: number
  readonly form: RegExp
}

/** The id itself if it is accepted; otherwise a replacement that is always the same for the same id. */
export function acceptableCallId(id: string, { longest, form }: CallIdForm): string {
  if (id.length <= longest && form.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, longest)
}
