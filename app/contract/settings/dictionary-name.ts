import { z } from 'zod'

/** A dictionary has the name of its files: `en`, `de_DE`, `ca_ES-valencia`. */
export const dictionaryName = z
  .string()
  .max(40)
  .regex(/^[a-z]{2,3}(?:[-_][A-Za-z0-9]{1,12}){0,3}$/u, 'dictionary')
