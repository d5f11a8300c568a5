/** Ids of tool calls in the form that a service takes: a conversation may hold calls that another vendor's model made. */
import { createHash } from 'node:crypto'
import type { Dialect } from './dialects'

/** The id itself where it is taken; else one of the same length of memory: the same for the same id, always. */
export function acceptableCallId(id: string, { longest, form }: Dialect['callIds']): string {
  if (id.length <= longest && form.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, longest)
}
