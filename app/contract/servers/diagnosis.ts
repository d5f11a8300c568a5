/** Result of troubleshooting a server: how far the check got, what it found, and how to fix it. */
import { z } from 'zod'
import { localizedText } from '../json'

/** In the order of the checks. */
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

/** A fix that a button offers; `raise-limit` has the setting and its new value. */
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
  /** The cause. */
  why: localizedText,
  /** How to fix it, a sentence. */
  advice: localizedText,
  /** Evidence from outside Parley; untrusted text, '' for none. */
  saw: z.string(),
  /** The most likely first. */
  fixes: z.array(faultFix)
})
export type Fault = z.infer<typeof fault>

export const diagnosis = z.strictObject({
  /** `skipped`: not checked, because it doesn't apply or an earlier step failed. */
  steps: z.array(z.strictObject({ step: diagnosisStep, state: z.enum(['passed', 'failed', 'skipped']) })),
  /** Null: no fault was found. */
  fault: fault.nullable(),
  /** For the author of the server, in English, without secrets; contains untrusted text. */
  report: z.string()
})
export type Diagnosis = z.infer<typeof diagnosis>
