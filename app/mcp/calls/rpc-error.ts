/** A request that the server answered with an error, as a failure: its words, and as much of its data as can be kept. */
import type { ProtocolError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { isFitToKeep } from '../protocol/content'
import { toErrorText } from '../protocol/error-text'

/** Characters of JSON. */
const dataLimit = 10_000

/** `word`: what the server did not do, with its words. The failure is TOOL_ERROR with `data.rpcCode`. */
export function fromRpcError(error: ProtocolError, word: (words: string) => LocalizedText): HostError {
  const isKept = isFitToKeep(error.data) && JSON.stringify(error.data).length <= dataLimit
  const data = { rpcCode: error.code, ...(isKept ? { rpcData: error.data } : {}) }
  return new HostError('TOOL_ERROR', word(toErrorText(error)), { cause: error, data })
}
