/** The activity log as JSON Lines, with everything needed to check its chain. `docs/ledger.md` has the format. */
import { z } from 'zod'
import { ledgerEntry } from '../contract/ledger'
import type { StoredLedgerEntry } from '../history/interface'

/** An entry and the number of entries in the copy; null in older copies. */
export type CopiedEntry = StoredLedgerEntry & { readonly of: number | null }

const line = ledgerEntry.extend({
  previousHash: z.string(),
  excerptDigest: z.string(),
  salt: z.string().nullable(),
  of: z.number().int().nullable().default(null)
})

const linesAtOnce = 500

/** The first `count` entries. Each line includes that number, so a truncated copy is detected. */
export async function* toJsonLines(
  entries: AsyncIterable<StoredLedgerEntry>,
  count: number
): AsyncGenerator<string> {
  let lines: string[] = []
  for await (const entry of entries) {
    if (entry.position > count) break // added meanwhile
    lines.push(`${JSON.stringify({ ...entry, of: count })}\n`)
    if (lines.length < linesAtOnce) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

/** Null for a line that isn't an entry. */
export function readJsonLine(text: string): CopiedEntry | null {
  try {
    const parsed = line.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null // not JSON
  }
}
