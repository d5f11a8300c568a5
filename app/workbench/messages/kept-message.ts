import type { HttpExchange, MessageRow } from '../../contract/workbench/messages'

/** A kept message. What is learned later, such as its answer, is added. */
export type KeptMessage = { -readonly [Key in keyof Omit<MessageRow, 'removedBefore'>]: MessageRow[Key] } & {
  /** JSON; null if it is too long or nests too deeply. */
  readonly text: string | null
  /** True if nothing in it looks like a secret. It may still have known secrets. */
  isPlain: boolean
  /** For a message that was sent over HTTP, and for its answer. */
  http: HttpExchange | null
}
