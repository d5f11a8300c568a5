/**
 * Hosts that sandboxed servers connected to, kept over restarts: read once, and written a short time after a change.
 */
import { z } from 'zod'
import { reachedHostSchema } from '../../contract/consent/network-access'
import type { HistoryStore } from '../../history/interface'
import type { UsedHosts } from '../../server-requests/used-hosts'

const factName = 'places-of-contained-servers'
const saveAfterMs = 1_000
const stored = z.record(z.string(), z.array(reachedHostSchema).max(200))

export interface RememberedHosts {
  /** To be called when they have changed. */
  changed(): void
  /** Writes what is not written yet. */
  flush(): void
}

export function keepPlaces(
  places: UsedHosts,
  facts: Pick<HistoryStore, 'readFact' | 'writeFact'>
): RememberedHosts {
  let timer: NodeJS.Timeout | null = null
  const loading = facts.readFact(factName).then(
    (json) => places.restore(read(json)),
    () => {} // counted from now on
  )
  const save = () => {
    timer = null
    void facts.writeFact(factName, JSON.stringify(places.all())).catch(() => {}) // kept in memory for this run
  }
  return {
    changed: () => {
      timer ??= setTimeout(() => void loading.then(save), saveAfterMs).unref()
    },
    flush: () => {
      if (timer === null) return
      clearTimeout(timer)
      save()
    }
  }
}

function read(json: string | null): z.infer<typeof stored> {
  try {
    return stored.safeParse(JSON.parse(json ?? '{}')).data ?? {}
  } catch {
    return {} // not Parley's data: nothing is known
  }
}
