/** A tool as its server defines it, and what it may do. */
import { z } from 'zod'
import { jsonObject } from './json'
import { toolAnnotations, toolUi } from './servers'

/** What the user and the model read about a tool. An approval is bound to it. */
export const toolDefinition = z.strictObject({
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  inputSchema: jsonObject,
  outputSchema: jsonObject.nullable(),
  /** Absent: no view, and it is for models and views. */
  ui: toolUi.optional()
})
export type ToolDefinition = z.infer<typeof toolDefinition>

/**
 * What a tool may do, judged from its server's hints. `doubtful`: declared read-only, but named like a tool that changes
 * data.
 */
export const toolEffects = ['read-only', 'adds', 'destructive', 'doubtful', 'unknown'] as const
export type ToolEffect = (typeof toolEffects)[number]
