/** JSON values as schemas: what servers, models and the person exchange inside typed envelopes. */
import { z } from 'zod'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export const jsonValue = z.json() as z.ZodType<JsonValue>
export const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>

/** A failure as plain data inside entities and events. See `failure.ts` for the codes. */
export const failure = z.strictObject({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional()
})
export type FailureView = z.infer<typeof failure>
