/** Checks a message against the JSON Schema of the protocol's revision. The schemas are read at the first check. */
import { readFile } from 'node:fs/promises'
import type { JsonValue } from '../../contract/json'
import type { MessageDetails } from '../../contract/workbench/messages'
import {
  chooseSchema,
  type MessageToValidate,
  type ProtocolSchemas
} from '../../workbench/messages/choose-schema'
import type { SchemaChecks } from '../schemas/schema-checks'

type Message = Omit<MessageToValidate, 'message'> & { readonly text: string | null }
type Found = Pick<MessageDetails, 'checkedAgainst' | 'faults'>

/** Never rejects for a server's message. */
export type ValidateMessage = (serverName: string, message: Message) => Promise<Found>

const unchecked: Found = { checkedAgainst: null, faults: [] }

export function createMessageValidation(
  schemasFile: string | undefined,
  checks: Pick<SchemaChecks, 'find'>
): ValidateMessage {
  let reading: Promise<ProtocolSchemas> | null = null
  return async (serverName, { text, ...about }) => {
    if (text === null || schemasFile === undefined) return unchecked
    reading ??= readFile(schemasFile, 'utf8').then((json) => JSON.parse(json) as ProtocolSchemas)
    const message = JSON.parse(text) as JsonValue
    const schema = chooseSchema(await reading, { ...about, message })
    if (schema === null) return unchecked
    const misfits = await checks.find(serverName, { value: message, schema, which: 'input' })
    const faults = misfits.map(({ path, message: reason }) => ({ pointer: path, reason }))
    return { checkedAgainst: about.revision, faults }
  }
}
