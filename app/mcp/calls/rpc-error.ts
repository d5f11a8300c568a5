/** Turns a server's JSON-RPC error into a failure with its message and bounded data. */
import type { ProtocolError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { isFitToKeep } from '../protocol/content'
import { toErrorText } from '../protocol/error-text'

/** Characters of JSON. */
const dataLimit = 10_000

/** `word`: builds the text from the server's message. The failure is TOOL_ERROR with `data.rpcCode`. */
export function fromRpcError(error: ProtocolError, word: (words: string) => LocalizedText): HostError {
  const isKept = isFitToKeep(error.data) && JSON.stringify(error.data).length <= dataLimit
  const data = { rpcCode: error.code, ...(isKept ? { rpcData: error.data } : {}) }
  return new HostError('TOOL_ERROR', word(toErrorText(error)), { cause: error, data })
}
