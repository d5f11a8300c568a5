/** Messages to a server that the user writes as JSON. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { jsonValue, localizedText } from '../json'
import { serverName } from '../servers'
import { messageFault } from './messages'

export const writtenMessage = z.strictObject({
  kind: z.enum(['request', 'notification']),
  method: z.string().min(1).max(500),
  /** Of any form, also of one that the protocol doesn't allow. Absent: none. */
  params: jsonValue.optional(),
  /** Of a request. Absent: Parley chooses it. */
  id: z.union([z.string().max(500), z.number()]).optional(),
  /** Whether Parley adds the `_meta` that the newest revision requires. Other revisions have none. */
  isCompleted: z.boolean()
})
export type WrittenMessage = z.infer<typeof writtenMessage>

/** A method that a client may send. */
export const clientMethod = z.strictObject({
  method: z.string(),
  kind: writtenMessage.shape.kind,
  /** Parameters to start from, without what Parley adds. null: the method has none. */
  params: jsonValue,
  /** Whether the server declares what the method belongs to. */
  isDeclared: z.boolean()
})
export type ClientMethod = z.infer<typeof clientMethod>

export const writtenMessageCalls = {
  /** The methods of the revision that the server uses, in the order of its schema. @throws SERVER_NOT_CONNECTED */
  'messages.list-methods': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.strictObject({ revision: z.string(), methods: z.array(clientMethod) })
  },
  /** What would be sent, and where it breaks the schema of the revision. @throws SERVER_NOT_CONNECTED */
  'messages.check': {
    approval: null,
    input: z.strictObject({ serverName, message: writtenMessage }),
    output: z.strictObject({
      /** JSON of the message, with what Parley adds. */
      text: z.string(),
      /** null: no schema describes it. */
      checkedAgainst: z.string().nullable(),
      faults: z.array(messageFault),
      /** Why Parley doesn't send it; null: it does. */
      refusal: localizedText.nullable(),
      /** Whether Parley asks before it is sent, beyond this call. */
      isAsked: z.boolean()
    })
  },
  /**
   * Sends a message that the user wrote, also an invalid one. Calls of tools, and methods that do more than read, are asked
   * about first. Resolves at the answer. @throws REQUEST_REFUSED, SERVER_NOT_CONNECTED, TOOL_TIMEOUT, and the failure of
   * the connection
   */
  'messages.send': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName, message: writtenMessage }),
    output: z.strictObject({
      /** JSON; null for a notification. */
      id: z.string().nullable(),
      end: z.enum(['result', 'error', 'sent', 'denied', 'stopped'])
    })
  },
  /** Cancels what was sent to the server in this way and isn't answered yet, and withdraws its questions. */
  'messages.stop': { approval: null, input: z.strictObject({ serverName }), output: z.null() }
} as const
