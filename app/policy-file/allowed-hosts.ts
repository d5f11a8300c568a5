/** Rules for sandboxed servers: whether a sandbox is required, and which hosts are allowed. Pure. */
import { isListed, isRuleWithin, readHostRule, type HostRule } from '../net/hostname-rules'
import { say } from '../texts/render-localized'
import type { ManagedPolicy } from './interface'

/** Checks a line in the format of `sandbox.hosts`. */
export function checkHostRule(context: { readonly value: string; readonly issues: unknown[] }): void {
  if (readHostRule(context.value) !== null) return
  const problem = say('policy.hostPattern')
  context.issues.push({ code: 'custom', message: '', params: { said: problem }, input: context.value })
}

export type SandboxPolicy = Pick<ManagedPolicy, 'refusalOfUncontained' | 'refusalOfHost' | 'hostsLeft'>

export interface SandboxRules {
  readonly file: string
  readonly isContainmentRequired: boolean
  /** Null: the user decides. */
  readonly allowed: readonly string[] | null
}

export function readSandboxPolicy({ file, isContainmentRequired, allowed }: SandboxRules): SandboxPolicy {
  const rules = allowed === null ? null : toRules(allowed)
  return {
    refusalOfUncontained: (server) =>
      isContainmentRequired && server.transport === 'stdio' && server.containment === undefined
        ? say('policy.notContained', { file })
        : null,
    refusalOfHost: (target) =>
      rules === null || isListed(rules, target)
        ? null
        : say('policy.refusedHost', { file, host: target.host, port: `${target.port}` }),
    hostsLeft: (lines) =>
      rules === null
        ? [...lines]
        : lines.filter((line) => toRules([line]).some((each) => isRuleWithin(each, rules)))
  }
}

export const noSandboxPolicy: SandboxPolicy = {
  refusalOfUncontained: () => null,
  refusalOfHost: () => null,
  hostsLeft: (lines) => [...lines]
}

function toRules(lines: readonly string[]): readonly HostRule[] {
  return lines.flatMap((line) => readHostRule(line) ?? [])
}
