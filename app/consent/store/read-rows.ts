/** Rows that are kept as one fact of the history, read one by one: a broken one takes none of the others with it. */
import type { z } from 'zod'
import type { Logger } from '../../base/logger'

export interface RowReading<Row> {
  readonly row: z.ZodType<Row>
  /** Its name, for the log. */
  readonly fact: string
  readonly log: Logger
}

/** What can't be read is left out, which the log says. */
export function readRows<Row>(json: string | null, { row, fact, log }: RowReading<Row>): readonly Row[] {
  if (json === null) return []
  const kept = parsed(json)
  if (!Array.isArray(kept)) {
    log.warn('What was kept is unreadable and left out', { fact })
    return []
  }
  return kept.flatMap((one: unknown, index) => {
    const read = row.safeParse(one)
    if (read.success) return [read.data]
    log.warn('A row that was kept is unreadable and left out', { fact, index, error: read.error })
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
