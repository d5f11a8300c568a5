/**
 * Reads the policy of this computer. Without a file, nothing is managed. A file that can't be read forbids everything
 * that a policy can forbid, or the previous policy stays in force, so that a typing error removes no restriction.
 * `followed-policy.ts` decides when to read; docs/managed-policy.md has the format.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { localizedText } from '../contract/json'
import type { LocalizedText } from '../contract/localized-text'
import { quote, say, toEnglish } from '../texts/render-localized'
import { checkCollectorAddress } from '../net/collector-address'
import { grantScopes } from '../contract/grants'
import { parse, printParseErrorCode } from 'jsonc-parser'
import type { ParseError } from 'jsonc-parser'
import { checkRule, describeProviderRule, isAddressAllowed, isProviderAllowed } from './allowed-addresses'
import { checkHostRule, noSandboxPolicy, readSandboxPolicy, type SandboxPolicy } from './allowed-hosts'
import { describeServerRule, judgeServer, type AllowRule } from './allowed-servers'
import type { ManagedView } from '../contract/settings'
import type { ManagedPolicy, ServerIdentity } from './interface'

function checkEndpoint(context: { readonly value: string; readonly issues: unknown[] }): void {
  const problem = checkCollectorAddress(context.value)
  if (problem === null) return
  const message = toEnglish(problem)
  context.issues.push({ code: 'custom', message, params: { said: problem }, input: context.value })
}

const address = z.string().check(checkRule)

/** Strict, because an unknown key may be a restriction. */
const policyFile = z.strictObject({
  $schema: z.string().optional(),
  servers: z
    .strictObject({
      allow: z.array(
        z.union([
          z.strictObject({
            command: z.string().min(1),
            args: z.array(z.string()).optional(),
            cwd: z.string().min(1).optional(),
            env: z.array(z.string().min(1)).optional()
          }),
          z.strictObject({ url: address })
        ])
      )
    })
    .optional(),
  forbiddenScopes: z.array(z.enum(grantScopes)).optional(),
  resultGate: z.enum(['forced']).optional(),
  models: z
    .strictObject({
      allow: z.array(
        z.union([
          z.strictObject({ type: z.string().min(1), url: address.optional() }),
          z.strictObject({ url: address })
        ])
      )
    })
    .optional(),
  ledger: z
    .strictObject({
      otlp: z.strictObject({ endpoint: z.string().check(checkEndpoint) }).optional(),
      allow: z.array(address).optional()
    })
    .optional(),
  /** `required`: programs run only in a sandbox. */
  containment: z.enum(['required']).optional(),
  /** Hosts that sandboxed servers may connect to, in the format of `sandbox.hosts`. */
  hosts: z.strictObject({ allow: z.array(z.string().check(checkHostRule)) }).optional(),
  sampling: z.strictObject({ automaticApproval: z.enum(['forbidden']) }).optional(),
  updates: z.enum(['off']).optional()
})
type ManagedLimits = Pick<
  ManagedView,
  | 'limitsServers'
  | 'allowedServers'
  | 'limitsProviders'
  | 'allowedProviders'
  | 'limitsCollectors'
  | 'allowedCollectors'
  | 'limitsHosts'
  | 'allowedHosts'
>
type PolicyFile = z.infer<typeof policyFile>

const unmanaged: ManagedPolicy = {
  view: null,
  refusalOf: () => null,
  ...noSandboxPolicy,
  refusalOfProvider: () => null,
  refusalOfCollector: () => null,
  forbiddenScopes: [],
  isResultGateForced: false,
  ledgerEndpoint: null,
  isAutomaticSamplingForbidden: false,
  refusalOfUpdates: null
}

/** Far more than any list of servers needs. */
const mostBytes = 1_048_576

/** `file`: absolute; null if the system has no place for a policy. `lastGood`: the last valid content. */
export function readPolicy(file: string | null, lastGood: ManagedPolicy | null): ManagedPolicy {
  if (file === null) return unmanaged
  const reading = readText(file)
  if (reading === null) return unmanaged
  const parsed = reading.type === 'text' ? parsePolicy(reading.text) : reading
  if (parsed.type === 'policy') return obey(file, parsed.policy)
  return lastGood === null ? forbidAll(file, parsed.reason) : keep(lastGood, file, parsed.reason)
}

interface Failed {
  readonly type: 'failed'
  readonly reason: LocalizedText
}

/** Null: no file. */
function readText(file: string): { readonly type: 'text'; readonly text: string } | Failed | null {
  try {
    const found = statSync(file)
    // Reading something that isn't a file might never end.
    if (!found.isFile()) return { type: 'failed', reason: say('policy.noFile') }
    if (found.size > mostBytes) return { type: 'failed', reason: say('policy.tooLarge') }
    return { type: 'text', text: readFileSync(file, 'utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      return {
        type: 'failed',
        reason: say('policy.unreadable', { code: code ?? say('policy.unknownError') })
      }
    // A link shows that a policy was intended.
    return isLink(file) ? { type: 'failed', reason: say('policy.deadLink') } : null
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function parsePolicy(text: string): { readonly type: 'policy'; readonly policy: PolicyFile } | Failed {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [broken] = errors
  if (broken !== undefined) {
    const line = text.slice(0, broken.offset).split('\n').length
    const code = printParseErrorCode(broken.error)
    return { type: 'failed', reason: say('policy.notJson', { line, code }) }
  }
  const parsed = policyFile.safeParse(value)
  if (parsed.success) return { type: 'policy', policy: parsed.data }
  const [issue] = parsed.error.issues
  return { type: 'failed', reason: describeIssue(issue) }
}

/** Parley's own checks have translated messages. The library's are English. */
function describeIssue(issue: z.core.$ZodIssue | undefined): LocalizedText {
  const own = issue?.code === 'custom' ? localizedText.safeParse(issue.params?.['said']) : undefined
  const reason = own?.data ?? quote(issue?.message ?? '')
  const place = issue?.path.join('.') ?? ''
  return place === '' ? say('policy.fileUnclear', { reason }) : say('policy.placeUnclear', { place, reason })
}

function obey(file: string, policy: PolicyFile): ManagedPolicy {
  const forbiddenScopes = policy.forbiddenScopes ?? []
  const decided = {
    isResultGateForced: policy.resultGate === 'forced',
    ledgerEndpoint: policy.ledger?.otlp?.endpoint ?? null,
    isAutomaticSamplingForbidden: policy.sampling !== undefined
  }
  const isContainmentRequired = policy.containment === 'required'
  const walls = readSandboxPolicy({ file, isContainmentRequired, allowed: policy.hosts?.allow ?? null })
  return {
    view: { file, failure: null, ...limitsOf(policy), forbiddenScopes, isContainmentRequired, ...decided },
    ...walls,
    ...refusalsOf(file, policy, walls),
    refusalOfUpdates: policy.updates === 'off' ? say('updates.forbidden', { file }) : null,
    forbiddenScopes,
    ...decided
  }
}

function limitsOf({ servers, models, ledger, hosts }: PolicyFile): ManagedLimits {
  return {
    limitsServers: servers !== undefined,
    allowedServers: (servers?.allow ?? []).map(describeServerRule),
    limitsProviders: models !== undefined,
    allowedProviders: (models?.allow ?? []).map(describeProviderRule),
    limitsCollectors: ledger?.allow !== undefined,
    allowedCollectors: ledger?.allow ?? [],
    limitsHosts: hosts !== undefined,
    allowedHosts: hosts?.allow ?? []
  }
}

type Refusals = Pick<ManagedPolicy, 'refusalOf' | 'refusalOfProvider' | 'refusalOfCollector'>

/** An absent list limits nothing. */
function refusalsOf(
  file: string,
  { servers, models, ledger }: PolicyFile,
  { refusalOfUncontained }: SandboxPolicy
): Refusals {
  return {
    refusalOf: (server) =>
      (servers === undefined ? null : refuseServer(file, server, servers.allow)) ??
      refusalOfUncontained(server),
    refusalOfProvider: (provider) =>
      models === undefined || isProviderAllowed(provider, models.allow)
        ? null
        : say('policy.refusedProvider', { file, address: provider.url }),
    // The administrator's own address is listed once.
    refusalOfCollector: (endpoint) =>
      ledger?.allow === undefined ||
      endpoint === ledger.otlp?.endpoint ||
      ledger.allow.some((pattern) => isAddressAllowed(endpoint, pattern))
        ? null
        : say('policy.refusedCollector', { file, address: endpoint })
  }
}

function refuseServer(
  file: string,
  server: ServerIdentity,
  rules: readonly AllowRule[]
): LocalizedText | null {
  const verdict = judgeServer(server, rules)
  if (verdict.type === 'allowed') return null
  if (verdict.type === 'refused') return say('policy.refused', { file })
  return say('policy.refusedVariables', {
    file,
    names: verdict.names.join(', '),
    count: verdict.names.length
  })
}

function keep(lastGood: ManagedPolicy, file: string, reason: LocalizedText): ManagedPolicy {
  const failure = say('policy.brokenKept', { file, reason })
  return { ...lastGood, view: lastGood.view === null ? null : { ...lastGood.view, failure } }
}

const nothingAllowed: ManagedLimits = {
  limitsServers: true,
  allowedServers: [],
  limitsProviders: true,
  allowedProviders: [],
  limitsCollectors: true,
  allowedCollectors: [],
  limitsHosts: true,
  allowedHosts: []
}

function forbidAll(file: string, reason: LocalizedText): ManagedPolicy {
  const failure = say('policy.broken', { file, reason })
  const decided = { isResultGateForced: true, ledgerEndpoint: null, isAutomaticSamplingForbidden: true }
  return {
    view: {
      file,
      failure,
      ...nothingAllowed,
      forbiddenScopes: [...grantScopes],
      isContainmentRequired: true,
      ...decided
    },
    refusalOf: () => failure,
    refusalOfUncontained: () => failure,
    refusalOfHost: () => failure,
    hostsLeft: () => [],
    refusalOfProvider: () => failure,
    refusalOfCollector: () => failure,
    refusalOfUpdates: failure,
    forbiddenScopes: grantScopes,
    ...decided
  }
}
