/** A local server's CPU and memory use, polled while shown. */
import { useEffect, useRef } from 'react'
import type { ServerLoad, ServerView } from '../../../app/contract/servers'
import { readServer } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { formatShare, formatSize, useNow } from '../../ui/base/format'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

const everyMs = 2_000

export function ServerLoadFact({ server }: { readonly server: ServerView }) {
  const isRunning = server.processId !== null
  const now = useNow(isRunning)
  const { value } = useRead({
    key: isRunning ? `${server.name} ${String(server.processId)}` : null,
    read: () => readServer(server.name, 'load'),
    freshness: Math.floor(now / everyMs)
  })
  const former = useFormer(value)
  if (!isRunning || value === null) return null
  return (
    <div>
      <dt>{texts.usesNow()}</dt>
      <dd>{wordsOf(value, former)}</dd>
    </div>
  )
}

/** The previous reading. */
function useFormer(value: ServerLoad | null): ServerLoad | null {
  const readings = useRef<{ former: ServerLoad | null; last: ServerLoad | null }>({
    former: null,
    last: null
  })
  if (value !== readings.current.last) readings.current = { former: readings.current.last, last: value }
  useEffect(() => () => void (readings.current = { former: null, last: null }), [])
  return readings.current.former
}

function wordsOf(
  { at, processorMs, memoryBytes, processCount }: ServerLoad,
  former: ServerLoad | null
): string {
  const figures = { memory: formatSize(memoryBytes), count: processCount }
  if (former === null || at <= former.at) return texts.loadSoFar(figures)
  const share = Math.max(0, (processorMs - former.processorMs) / (at - former.at))
  return texts.loadNow({ ...figures, share: formatShare(share) })
}
