/**
 * Checks a message against the JSON Schema of the protocol's revision, and lists the methods of a revision. The schemas are
 * read when they are first needed.
 */
import type { JsonValue } from '../../contract/json'
import type { MessageDetails } from '../../contract/workbench/messages'
import {
  chooseSchema,
  readProtocolSchemas,
  type MessageToValidate
} from '../../workbench/messages/choose-schema'
import { listClientMethods, type SchemaMethod } from '../../workbench/messages/client-methods'
import type { SchemaChecks } from '../schemas/schema-checks'

type Message = Omit<MessageToValidate, 'message'> & { readonly text: string | null }
type Found = Pick<MessageDetails, 'checkedAgainst' | 'faults'>

export interface MessageValidation {
  /** Never rejects for a server's message. */
  readonly validate: (serverName: string, message: Message) => Promise<Found>
  readonly listMethods: (revision: string) => Promise<readonly SchemaMethod[]>
}

const unchecked: Found = { checkedAgainst: null, faults: [] }

export function createMessageValidation(checks: Pick<SchemaChecks, 'find'>): MessageValidation {
  return {
    validate: async (serverName, { text, ...about }) => {
      if (text === null) return unchecked
      const message = JSON.parse(text) as JsonValue
      const schema = chooseSchema(await readProtocolSchemas(), { ...about, message })
      if (schema === null) return unchecked
      const misfits = await checks.find(serverName, { value: message, schema, which: 'input' })
      const faults = misfits.map(({ path, message: reason }) => ({ pointer: path, reason }))
      return { checkedAgainst: about.revision, faults }
    },
    listMethods: async (revision) => listClientMethods(await readProtocolSchemas(), revision)
  }
}
