/** Places that an answer cites. */
import { z } from 'zod'

/** Source of a passage in an answer, as reported by the provider. */
export const citation = z.strictObject({
  /** Name of the source: a file or an address. */
  source: z.string(),
  /** The quoted text. */
  quote: z.string(),
  /** Of a document, counted from 1, the last one included; null where it has none. */
  pages: z.strictObject({ from: z.number().int(), to: z.number().int() }).nullable()
})
export type Citation = z.infer<typeof citation>
