/** Places that an answer cites. */
import { z } from 'zod'

/** Source of a passage in an answer, as reported by the provider. */
export const citation = z.strictObject({
  /** Name of the source: a file or an address. */
  source: z.string(),
  /** The quoted text. */
  quote: z.string(),
  /** Pages of a document, counted from 1, inclusive; null when it has none. */
  pages: z.strictObject({ from: z.number().int(), to: z.number().int() }).nullable()
})
export type Citation = z.infer<typeof citation>
