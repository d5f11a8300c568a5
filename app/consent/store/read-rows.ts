/** Reads the rows of one history fact one by one, so that a broken row doesn't affect the others. */
import type { z } from 'zod'
import type { Logger } from '../../base/logger'

export interface RowReading<Row> {
  readonly row: z.ZodType<Row>
  /** The name of the fact, for the log. */
  readonly fact: string
  readonly log: Logger
}

/** Skips and logs rows that can't be read. */
export function readRows<Row>(json: string | null, { row, fact, log }: RowReading<Row>): readonly Row[] {
  if (json === null) return []
  const kept = parsed(json)
  if (!Array.isArray(kept)) {
    log.warn('Stored data is unreadable and was skipped', { fact })
    return []
  }
  return kept.flatMap((one: unknown, index) => {
    const read = row.safeParse(one)
    if (read.success) return [read.data]
    log.warn('A stored row is unreadable and was skipped', { fact, index, error: read.error })
    return []
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
