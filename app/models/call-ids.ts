/** Ids of tool calls in the form that a service takes: a conversation may hold calls that another vendor's model made. */
import { createHash } from 'node:crypto'

export interface CallIdForm {
  readonly longest: number
  readonly form: RegExp
}

/** The id itself where it is taken; else one of the same length of memory: the same for the same id, always. */
export function acceptableCallId(id: string, { longest, form }: CallIdForm): string {
  if (id.length <= longest && form.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, longest)
}
