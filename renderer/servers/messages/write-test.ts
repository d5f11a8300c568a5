/** Writes a call and its answer as a test. What servers send can lack what a test needs. */
import type { JsonObject } from '../../../app/contract/json'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { call } from '../../bridge/call'
import { isJsonRecord } from '../../ui/schema-form/json'

/** `row`: a call or its answer, and `text` its JSON. Without a result the test only expects no error. */
export async function writeTest(serverName: string, row: MessageRow, text: string): Promise<string> {
  const { partner } = row
  const other = partner === null ? null : await call('messages.read', { serverName, number: partner })
  const [request, answer] = row.kind === 'request' ? [text, other?.text] : [other?.text, text]
  const params = readPart(request, 'params')
  const result = readPart(answer, 'result')
  const written = await call('test.write', {
    serverName,
    toolName: typeof params?.['name'] === 'string' ? params['name'] : (row.tool ?? ''),
    arguments: isJsonRecord(params?.['arguments']) ? (params['arguments'] as JsonObject) : {},
    ...(result && { result: { text: readText(result['content']), isError: result['isError'] === true } })
  })
  return written.text
}

function readPart(json: string | null | undefined, key: string) {
  const message: unknown = json === null || json === undefined ? null : JSON.parse(json)
  const part = isJsonRecord(message) ? message[key] : undefined
  return isJsonRecord(part) ? part : undefined
}

/** As a test compares it: with the texts of embedded resources. */
function readText(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  const texts = blocks.filter(isJsonRecord).map(({ type, text, resource }) => {
    if (type === 'text') return text
    return type === 'resource' && isJsonRecord(resource) ? resource['text'] : null
  })
  return texts.filter((text) => typeof text === 'string').join('\n')
}
