/**
 * The trace of development builds: every message to and from servers as a line of JSON, in the file that PARLEY_TRACE
 * names.
 */
import { appendFileSync } from 'node:fs'
import type { EventEnvelope, EventPayload } from '../../app/contract/bridge/events'
import type { Host } from '../../app/host/host'

/** To be called before the host starts: the first messages belong to the handshakes. The host needs `isAlwaysTraced`. */
export function writeTrace(host: Pick<Host, 'onEvent'>, file: string): void {
  host.onEvent((event) => {
    if (isTraced(event)) appendFileSync(file, `${toLine(event.payload)}\n`)
  })
}

function isTraced(event: EventEnvelope): event is EventEnvelope<'server.traced'> {
  return event.name === 'server.traced'
}

/** A shortened message has its size instead. */
function toLine({ connectionId, direction, text, size }: EventPayload<'server.traced'>): string {
  const head = JSON.stringify({ connectionId, direction, size }).slice(0, -1)
  return text === null ? `${head}}` : `${head},"message":${text}}`
}
