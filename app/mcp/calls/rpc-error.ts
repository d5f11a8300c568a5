/** A request that the server answered with an error, as a failure: its words, and as much of its data as can be kept. */
import type { ProtocolError } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import { isFitToKeep } from '../protocol/content'
import { toErrorText } from '../protocol/error-text'

/** Characters of JSON. */
const dataLimit = 10_000

/** `refused`: a clause that says what the server did not do. The failure is TOOL_ERROR with `data.rpcCode`. */
export function fromRpcError(error: ProtocolError, refused: string): HostError {
  const isKept = isFitToKeep(error.data) && JSON.stringify(error.data).length <= dataLimit
  const data = { rpcCode: error.code, ...(isKept ? { rpcData: error.data } : {}) }
  return new HostError('TOOL_ERROR', `${refused}: ${toErrorText(error)}`, { cause: error, data })
}
