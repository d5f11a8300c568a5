/** A tool as its server defines it, and what it may do. */
import { z } from 'zod'
import { jsonObject } from './json'
import { toolAnnotations } from './servers'

/** What a person reads or a model is told of a tool: the part that an approval is bound to. */
export const toolDefinition = z.strictObject({
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable()
})
export type ToolDefinition = z.infer<typeof toolDefinition>

/**
 * What a tool may do, by its server's hints read with distrust. `doubtful`: called read-only, and named like a tool
 * that changes things.
 */
export const toolEffects = ['read-only', 'adds', 'destructive', 'doubtful', 'unknown'] as const
export type ToolEffect = (typeof toolEffects)[number]
