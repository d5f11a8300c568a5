/** `doctor SERVER`: finds out step by step why a server fails, what it answered, and how to fix it. */
import type { Diagnosis, DiagnosisStep } from '../../../app/contract/servers/diagnosis'
import { toText } from '../../../app/texts/render-localized'
import { exitCodes } from '../request/exit-codes'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { CommandLineCommand } from './command'
import { withSettled } from './with-server'

const asked = new Set(['CONSENT_NO_ANSWER', 'SERVER_NOT_TRUSTED', 'SERVER_UNKNOWN'])
const codes: Partial<Record<DiagnosisStep, number>> = {
  entry: exitCodes.usage,
  trust: exitCodes.notAllowed
}

export const doctorCommand: CommandLineCommand = (input) =>
  withSettled(input, async ({ handlers }, serverName, failure) => {
    // A user who denied something isn't asked to allow it.
    if (failure !== null && asked.has(failure.code)) throw failure
    const { steps, fault, report } = await handlers['server.diagnose']({ serverName })
    const told = fault && { ...fault, why: toText(fault.why), advice: toText(fault.advice) }
    return {
      value: { server: serverName, steps, fault: told, report },
      text: diagnosisWords({ steps, fault }),
      exitCode: fault === null ? exitCodes.ok : (codes[fault.step] ?? exitCodes.unreachable)
    }
  })

const marks = { passed: '✓', failed: '✗', skipped: '·' } as const

function diagnosisWords({ steps, fault }: Pick<Diagnosis, 'steps' | 'fault'>): string {
  const lines = steps.map(({ step, state }) => `${marks[state]} ${step}`)
  if (fault !== null) {
    lines.push(terminalLine(toText(fault.why)))
    if (fault.saw !== '') lines.push(terminalBlock(fault.saw))
    lines.push(terminalLine(toText(fault.advice)))
  }
  return lines.map((line) => `${line}\n`).join('')
}
