/** Checks what Parley sent to servers during a test against the published schema of the agreed revision. */
import fs from 'node:fs'
import { findOutgoingFaults } from '../app/testing/outgoing-faults'

interface TracedMessage {
  readonly connectionId: string
  readonly direction: 'in' | 'out'
  /** Characters. Null where it is nested too deeply to be written. */
  readonly size: number | null
  /** Absent where it was too large for the trace. */
  readonly message?: {
    readonly id?: number | string
    readonly method?: string
    readonly result?: { readonly protocolVersion?: string }
  }
}

/**
 * One sentence for each message that breaks its schema. `logs` are Parley's own: where they mention a connected
 * server, a trace without a message to it is an error too, because nothing was checked then.
 */
export function findSentFaults(traceFile: string, logs: readonly string[]): string[] {
  const trace = fs.existsSync(traceFile) ? readTrace(traceFile) : []
  const hasSent = trace.some(({ direction }) => direction === 'out')
  const hasConnected = logs.some((text) => / life \w+ Connected: protocol /.test(text))
  if (hasConnected && !hasSent) return ['A server was connected, and the trace shows nothing that was sent.']
  const agreed = new Map<string, string>()
  const handshakes = new Map<string, number | string | undefined>()
  return trace.flatMap(({ connectionId, direction, size, message }) => {
    if (message === undefined)
      return direction === 'in'
        ? []
        : [`A message of ${size} characters was sent that the trace does not hold.`]
    if (direction === 'in') {
      const revision = message.result?.protocolVersion
      const isAnswer = handshakes.has(connectionId) && handshakes.get(connectionId) === message.id
      if (isAnswer && revision !== undefined) agreed.set(connectionId, revision)
      return []
    }
    if (message.method === 'initialize') handshakes.set(connectionId, message.id)
    const faults = findOutgoingFaults(message, agreed.get(connectionId) ?? null)
    return faults.length === 0 ? [] : [`${JSON.stringify(message)} breaks ${faults.join('; ')}`]
  })
}

/** The last line of a killed process may be incomplete. */
function readTrace(traceFile: string): TracedMessage[] {
  const lines = fs.readFileSync(traceFile, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as TracedMessage)
}
