/**
 * The shape of the settings file in zod, section by section. `resources/settings.schema.json` describes it for editors;
 * a test compares the two. Unknown keys are allowed everywhere, so that files of other apps can be pasted.
 */
import { limitRanges, listenRange, mostListened, type LimitKey } from '../../contract/consent/sandbox-limits'
import { z } from 'zod'
import type { LocalizedText } from '../../contract/localized-text'
import { checkCollectorAddress } from '../../net/collector-address'
import { maxCallsPerTool } from '../../contract/limits'
import { timeLimitSchema } from '../../contract/settings/times'
import { serverSettings, simpleSettings } from '../../contract/simple-settings'
import type { SettingDescriptor } from '../../contract/simple-settings'
import { findProviderDescriptor, providerDescriptors } from '../../models/routing/providers'
import {
  checkCommand,
  checkEnvironmentName,
  checkEnvironmentValue,
  checkFolder,
  checkHeaderName,
  checkHeaderValue,
  checkHost,
  checkOneHost,
  checkUrl,
  checkValue,
  isAbsolutePath,
  isPath
} from './text-rules'
import { withoutVariables } from './variables'
import { say } from '../../texts/render-localized'
import { ruleIssue } from './issue-sentences'
import { sandboxKeys } from './sandbox-key'

/** Sections of the file that contain simple settings. */
export const simpleSections = [
  ...new Set(Object.keys(simpleSettings).map((name) => name.split('.')[0] ?? name))
]

/** Ways to sign in; the first is the default. */
export const oauthFlows = ['browser', 'client-credentials', 'workload', 'enterprise'] as const

const callCount = z.int().min(1).max(maxCallsPerTool)

/** Names of transports in files, Parley's and other apps'. */
export const transportNames = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  sse: 'sse'
} as const
export type TransportWord = keyof typeof transportNames

/** Text that must satisfy a rule; the issue carries the rule's text. */
function ruled(rule: (text: string) => LocalizedText | null) {
  return z.string().check((context) => {
    const said = rule(context.value)
    if (said !== null) context.issues.push({ code: 'custom', ...ruleIssue(said), input: context.value })
  })
}

function checkUrlText(text: string): LocalizedText | null {
  // An address that begins with a variable can be checked only after it is filled in.
  return /^\$\{(?:env|secret):[^${}]*\}/.test(text) ? null : checkUrl(withoutVariables(text))
}

/** Names and values are checked together: an invalid value doesn't hide an invalid name. */
function textRecord(
  nameRule: (text: string) => LocalizedText | null,
  valueRule: (text: string, name: string) => LocalizedText | null
) {
  return z.record(z.string(), z.string()).check((context) => {
    for (const [name, value] of Object.entries(context.value)) {
      for (const said of [nameRule(name), valueRule(value, name)]) {
        if (said !== null)
          context.issues.push({ code: 'custom', ...ruleIssue(said), input: value, path: [name] })
      }
    }
  })
}

const oauthText = z.string().min(1)

const identityProvider = z.looseObject({
  issuer: oauthText.optional(),
  tokenEndpoint: oauthText.optional(),
  clientId: oauthText,
  clientSecret: oauthText.optional(),
  idToken: oauthText.optional()
})

/** Its addresses are checked where they are used. */
const oauth = z.looseObject({
  flow: z.enum(oauthFlows).optional(),
  clientId: oauthText.optional(),
  clientSecret: oauthText.optional(),
  clientMetadataUrl: oauthText.optional(),
  issuer: oauthText.optional(),
  scopes: z.array(oauthText).optional(),
  redirectPort: z.int().min(1).max(65_535).optional(),
  redirect: z.enum(['loopback', 'app']).optional(),
  parameters: z.record(z.string(), oauthText).optional(),
  privateKey: oauthText.optional(),
  signingAlgorithm: z.enum(['ES256', 'ES384', 'RS256', 'PS256']).optional(),
  assertion: oauthText.optional(),
  identityProvider: identityProvider
    .check((context) => {
      const { issuer, tokenEndpoint, idToken } = context.value
      if (issuer !== undefined || (tokenEndpoint !== undefined && idToken !== undefined)) return
      const text = say('settings.identityProvider')
      context.issues.push({ code: 'custom', ...ruleIssue(text), input: context.value })
    })
    .optional()
})

/** The user's choices for one tool of a server. */
export const toolEntry = z.looseObject({
  disabled: z.boolean().optional(),
  alwaysSend: z.boolean().optional(),
  timeoutMs: timeLimitSchema.optional(),
  maxTotalTimeoutMs: timeLimitSchema.optional(),
  maxCallsPerTurn: callCount.optional(),
  maxCallsPerConversation: callCount.optional(),
  maxCallsPerDay: callCount.optional()
})

const mostPlaces = 100
const openFolders = z.array(ruled(checkFolder)).max(mostPlaces)

function containmentLimit(key: LimitKey) {
  const { min, max } = limitRanges[key]
  return z.number().int().min(min).max(max).optional()
}

/** What a sandboxed server may use. */
export const sandboxSchema = z.looseObject({
  read: openFolders.optional(),
  write: openFolders.optional(),
  hosts: z.array(ruled(checkHost)).max(mostPlaces).optional(),
  masked: z.record(z.string(), z.array(ruled(checkOneHost)).min(1).max(mostPlaces)).optional(),
  memoryMb: containmentLimit('memoryMb'),
  processes: containmentLimit('processes'),
  cpuPercent: containmentLimit('cpuPercent'),
  homeMb: containmentLimit('homeMb'),
  listens: z.array(z.int().min(listenRange.min).max(listenRange.max)).max(mostListened).optional(),
  installScripts: z.boolean().optional()
})

const sandbox = z.preprocess((value) => (value === 'off' ? undefined : value), sandboxSchema.optional())

/** One entry under `mcpServers`. */
export const serverEntry = z
  .looseObject({
    type: z.enum(Object.keys(transportNames) as [TransportWord, ...TransportWord[]]).optional(),
    command: ruled(checkCommand).optional(),
    args: z.array(ruled(checkValue)).optional(),
    env: textRecord(checkEnvironmentName, checkEnvironmentValue).optional(),
    cwd: ruled(checkFolder).optional(),
    sandbox,
    /** Its older name: see `sandbox-key.ts`. */
    containment: sandbox,
    url: ruled(checkUrlText).optional(),
    headers: textRecord(checkHeaderName, checkHeaderValue).optional(),
    oauth: oauth.optional(),
    ...choiceKeys(serverSettings),
    /** A list under this key belongs to another app: it is ignored, with a warning. */
    tools: z.preprocess(
      (value) => (Array.isArray(value) ? undefined : value),
      z.record(z.string(), toolEntry).optional()
    )
  })
  .check((context) => {
    const found = findContradiction(context.value)
    if (found === null) return
    const { said, path } = found
    context.issues.push({ code: 'custom', input: context.value, ...ruleIssue(said), path })
  })
export type ServerSettingsEntry = z.infer<typeof serverEntry>

interface EntryParts {
  readonly type?: TransportWord | undefined
  readonly command?: string | undefined
  readonly cwd?: string | undefined
  readonly url?: string | undefined
  readonly sandbox?: object | undefined
  readonly containment?: object | undefined
}

/** Contradictions within an entry. */
function findContradiction(entry: EntryParts): { said: LocalizedText; path: string[] } | null {
  const { type, command, url, cwd } = entry
  const key = sandboxKeys.find((each) => entry[each] !== undefined)
  if (command === undefined && key !== undefined)
    return { said: say('settings.containsNothing', { key }), path: [key] }
  if (type === undefined && command === undefined && url === undefined) {
    return { said: say('settings.entryNamesNothing'), path: [] }
  }
  if (type === undefined && command !== undefined && url !== undefined) {
    return { said: say('settings.entryNamesBoth'), path: [] }
  }
  if (type === 'stdio' && command === undefined) {
    return { said: say('settings.stdioNeedsCommand'), path: ['type'] }
  }
  if (type !== undefined && type !== 'stdio' && url === undefined) {
    return { said: say('settings.typeNeedsUrl', { type }), path: ['type'] }
  }
  if (command !== undefined && isPath(command) && !isAbsolutePath(command) && cwd === undefined) {
    return { said: say('settings.commandRelative', { command }), path: ['command'] }
  }
  return null
}

export const providerEntry = z
  .looseObject({
    type: z.enum(providerDescriptors.map(({ type }) => type)),
    apiKey: ruled(checkHeaderValue).optional(),
    baseUrl: ruled(checkUrlText).optional(),
    /** For OpenAI-compatible providers: which of the two APIs is used; absent: the newer one if it is offered. */
    api: z.enum(['responses', 'chat']).optional()
  })
  .check((context) => {
    const { type, baseUrl } = context.value
    if (baseUrl !== undefined || findProviderDescriptor(type).address.usual !== null) return
    const text = say('settings.providerNeedsAddress', { type })
    context.issues.push({ code: 'custom', ...ruleIssue(text), input: context.value, path: ['type'] })
  })

/** Money for a million tokens; more than this is a typing error. */
const pricePerMillion = z.number().min(0).max(1_000_000)

export const modelPriceSchema = z.looseObject({
  inputPerMillion: pricePerMillion,
  outputPerMillion: pricePerMillion
})

export const rootSchema = ruled(checkFolder)

/** A root with its own name, or for some servers only. */
export const rootSettingSchema = z.looseObject({
  path: rootSchema,
  name: z.string().min(1).max(200).optional(),
  servers: z.array(z.string().max(200)).max(1_000).optional()
})

/** Variables in the address aren't expanded: the file should show where the ledger is sent. */
const collector = z.looseObject({
  endpoint: ruled(checkCollectorAddress).optional(),
  headers: textRecord(checkHeaderName, checkHeaderValue).optional()
})
export const ledgerSchema = z.looseObject({ otlp: collector.optional() })

/** Known keys by position, to tell a misspelling from a key of another app. */
export const knownKeys = {
  file: ['$schema', 'mcpServers', 'roots', 'ledger', ...simpleSections],
  server: Object.keys(serverEntry.shape),
  tool: Object.keys(toolEntry.shape),
  root: Object.keys(rootSettingSchema.shape),
  price: Object.keys(modelPriceSchema.shape),
  provider: Object.keys(providerEntry.shape),
  signIn: Object.keys(oauth.shape),
  sandbox: Object.keys(sandboxSchema.shape),
  identityProvider: Object.keys(identityProvider.shape),
  ledger: Object.keys(ledgerSchema.shape),
  collector: Object.keys(collector.shape)
} as const

/** Keys of sections that are parsed separately, besides simple settings. */
const furtherKeys: Readonly<Record<string, readonly string[]>> = { models: ['providers', 'prices'] }

/** Known keys of a section with simple settings. */
export function listSectionKeys(section: string): readonly string[] {
  const own = Object.keys(simpleSettings).filter((name) => name.startsWith(`${section}.`))
  return [...own.map((name) => name.slice(section.length + 1)), ...(furtherKeys[section] ?? [])]
}

type ChoiceKeys<T extends Readonly<Record<string, SettingDescriptor & { readonly key: string }>>> = {
  [D in T[keyof T] as D['key']]: z.ZodOptional<D['schema']>
}

function choiceKeys<const T extends Readonly<Record<string, SettingDescriptor & { readonly key: string }>>>(
  settings: T
): ChoiceKeys<T> {
  const keys = Object.values(settings).map(({ key, schema }) => [key, schema.optional()] as const)
  return Object.fromEntries(keys) as unknown as ChoiceKeys<T>
}
