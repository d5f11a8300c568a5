/** Places that an answer cites. */
import { z } from 'zod'

/** Where words of an answer come from, as the provider says. */
export const citation = z.strictObject({
  /** What is cited is called so: a file or an address. */
  source: z.string(),
  /** The words there. */
  quote: z.string(),
  /** Of a document, counted from 1, the last one included; null where it has none. */
  pages: z.strictObject({ from: z.number().int(), to: z.number().int() }).nullable()
})
export type Citation = z.infer<typeof citation>
