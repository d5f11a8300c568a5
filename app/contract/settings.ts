/** The person's settings and models as the screen sees them; never a secret's value. */
import { z } from 'zod'
import { modelId } from './conversations'
import { failure } from './json'
import { managedView } from './managed'

export const themes = ['light', 'dark', 'system'] as const

/** One thing wrong in the settings file. Lines and columns count from 1. */
export const settingsProblem = z.strictObject({
  /** `error`: the part named does not work. `warning`: it works, something is odd. */
  severity: z.enum(['error', 'warning']),
  /** What is wrong and how to mend it, a sentence. */
  message: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  /** JSON path as people write it (`mcpServers.notes.args[0]`), '' for the whole file. */
  path: z.string(),
  /** Set when the problem stops one server only. */
  serverName: z.string().nullable()
})
export type SettingsProblem = z.infer<typeof settingsProblem>

export const providerView = z.strictObject({
  name: z.string(),
  type: z.enum(['anthropic', 'openai-compatible']),
  baseUrl: z.string(),
  /** Where the API key comes from; `none` when there is none. */
  keySource: z.enum(['settings', 'vault', 'environment', 'none']),
  /** Why the provider can not be used now, null when it can (or was not tried). */
  failure: failure.nullable()
})
export type ProviderView = z.infer<typeof providerView>

export const modelView = z.strictObject({
  id: modelId,
  /** Display name, e.g. `Claude Sonnet 4.5`. */
  name: z.string(),
  providerName: z.string()
})
export type ModelView = z.infer<typeof modelView>

export const modelsView = z.strictObject({
  models: z.array(modelView),
  providers: z.array(providerView),
  /** The model a new conversation starts with. */
  defaultModel: modelId,
  isLoading: z.boolean()
})
export type ModelsView = z.infer<typeof modelsView>

const folderEntry = z.strictObject({
  /** Absolute. */
  path: z.string().max(4_096),
  /** What servers are told that it is called; absent: the last part of the path. */
  name: z.string().min(1).max(200).optional(),
  /** Names of the servers that may know of it; absent: every server. */
  servers: z.array(z.string().max(200)).max(1_000).optional()
})

/** A folder that servers may know of, as the settings file has it: a bare path, or one with more to say. */
export const folderChoice = z.union([z.string().max(4_096), folderEntry])
export type FolderChoice = z.infer<typeof folderChoice>
export type FolderEntry = z.infer<typeof folderEntry>

export const settingsView = z.strictObject({
  path: z.string(),
  /** True when the file is broken as a whole and the last good settings run on. */
  isLastGoodInUse: z.boolean(),
  problems: z.array(settingsProblem),
  theme: z.enum(themes),
  language: z.string(),
  maxToolSteps: z.number(),
  systemPrompt: z.string(),
  /** Folders that servers may know of. */
  roots: z.array(folderChoice),
  /** Collector that the ledger is sent to, too; null or absent: none. */
  ledgerEndpoint: z.string().nullable().optional(),
  /** Of the prices of models, an ISO 4217 code; absent: the default. */
  currency: z.string().optional(),
  /** What an administrator decided; absent: nothing. */
  managed: managedView.optional(),
  /** Whether secrets survive a restart; when not, the reason in a sentence. */
  vault: z.strictObject({ isPersistent: z.boolean(), reason: z.string().nullable() })
})
export type SettingsView = z.infer<typeof settingsView>
