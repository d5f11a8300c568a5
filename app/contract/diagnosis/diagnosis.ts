/** What a check of a server that doesn't work found: how far it came, what it saw there, and what can be done about it. */
import { z } from 'zod'
import { localizedText } from '../json'

/** In the order in which they are looked at. */
export const programSteps = [
  'entry',
  'trust',
  'command',
  'file',
  'runtime',
  'walls',
  'start',
  'first-bytes',
  'protocol',
  'revision',
  'tools'
] as const
export const addressSteps = [
  'entry',
  'trust',
  'address',
  'name',
  'tcp',
  'tls',
  'http',
  'discovery',
  'revision',
  'authorization',
  'tools'
] as const

export const diagnosisStep = z.enum([...new Set([...programSteps, ...addressSteps])])
export type DiagnosisStep = z.infer<typeof diagnosisStep>

/** What a button can do about a fault; `raise-limit` with the setting and what it becomes. */
export const faultFix = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('edit-entry') }),
  z.strictObject({ type: z.literal('sign-in') }),
  z.strictObject({ type: z.literal('retry') }),
  z.strictObject({ type: z.literal('trust') }),
  z.strictObject({ type: z.literal('open-log') }),
  z.strictObject({ type: z.literal('open-walls') }),
  z.strictObject({
    type: z.literal('raise-limit'),
    limit: z.enum(['connectTimeoutMs', 'installTimeoutMs']),
    toMs: z.int()
  })
])
export type FaultFix = z.infer<typeof faultFix>

export const fault = z.strictObject({
  step: diagnosisStep,
  /** What is wrong. */
  why: localizedText,
  /** How it is mended, a sentence. */
  advice: localizedText,
  /** What came from outside and shows it; untrusted text, '' for none. */
  saw: z.string(),
  /** The likeliest first. */
  fixes: z.array(faultFix)
})
export type Fault = z.infer<typeof fault>

export const diagnosis = z.strictObject({
  /** `skipped`: not looked at, because it has no meaning here or something before it failed. */
  steps: z.array(z.strictObject({ step: diagnosisStep, state: z.enum(['passed', 'failed', 'skipped']) })),
  /** Null: nothing is wrong now. */
  fault: fault.nullable(),
  /** For the author of the server, in English, without secrets; holds untrusted text. */
  report: z.string()
})
export type Diagnosis = z.infer<typeof diagnosis>
