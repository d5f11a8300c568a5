import { z } from 'zod'

export const questionId = z.string().min(1).max(64)
