/** A fault for the user: where, why, and what helps. */
import type { DiagnosisStep, Fault, FaultFix } from '../../contract/servers/diagnosis'
import type { LocalizedText } from '../../contract/localized-text'
import { cutText } from '../../base/cut-text'

const sawLimit = 4_000

export interface FoundParts {
  readonly why: LocalizedText
  readonly advice: LocalizedText
  readonly saw?: string
  readonly fixes: readonly FaultFix[]
}

/** Ends the check at its step. */
export class Finding extends Error {
  readonly fault: Fault

  constructor(step: DiagnosisStep, { why, advice, saw = '', fixes }: FoundParts) {
    super(step)
    this.fault = { step, why, advice, saw: cutText(saw, sawLimit), fixes: [...fixes] }
  }
}

export const editEntry = { type: 'edit-entry' } as const
export const tryAgain = { type: 'retry' } as const
export const openSandboxRemedy = { type: 'open-walls' } as const
export const showLog = { type: 'open-log' } as const
export const trust = { type: 'trust' } as const
export const signIn = { type: 'sign-in' } as const

const longestMs = 86_400_000

/** Proposes four times the current limit. */
export function raise(limit: 'connectTimeoutMs' | 'installTimeoutMs', fromMs: number): FaultFix {
  return { type: 'raise-limit', limit, toMs: Math.min(fromMs * 4, longestMs) }
}
