/**
 * The error for a server's request that can't be shown to a user, with a short reason. `sampling-wire.ts` and
 * `elicitation-wire.ts` read the requests.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { z } from 'zod'
import { toErrorText } from '../protocol/error-text'

/** Answers a request with `-32602`. `reason`: a clause without a full stop. */
export function invalidParams(reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${toErrorText(reason)}`)
}

/** @throws ProtocolError -32602 that names the first invalid place */
export function readParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  throw invalidParams(`${issue?.message ?? 'not of the form'}${place === '' ? '' : ` (at ${place})`}`)
}
