/** What a person should read before they answer a question: a text of the core with its level. */
import { z } from 'zod'
import { saidParts } from '../json'
import type { Said } from '../said'
import type { WarningLevel } from './warning-levels'

export interface Warning extends Said {
  readonly level: WarningLevel
}

export const warning: z.ZodType<Warning> = z.strictObject({ ...saidParts, level: z.enum(['danger', 'note']) })
