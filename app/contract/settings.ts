/** The user's settings and models as shown on screen; never a secret's value. */
import { z } from 'zod'
import { conversationChoices } from './conversation/choices'
import { pullView } from './models/pulls'
import { grantScopes } from './grants'
import { modelId } from './content-blocks'
import { folderChoice, folderChanges } from './conversation/folders'
import { failure, jsonValue, localizedText } from './json'
import { languages, thinkingLevels } from './limits'
import { factSources, fullPrice, modelAbilities } from './models/model-facts'
import { simpleValues } from './simple-settings'

/** One thing wrong in the settings file. Lines and columns count from 1. */
export const settingsProblem = z.strictObject({
  /** `error`: the part named does not work. `warning`: it works, something is odd. */
  severity: z.enum(['error', 'warning']),
  /** What is wrong and how to fix it. */
  message: localizedText,
  line: z.number().nullable(),
  column: z.number().nullable(),
  /** JSON path in common notation (`mcpServers.notes.args[0]`), '' for the whole file. */
  path: z.string(),
  /** Set when the problem stops one server only. */
  serverName: z.string().nullable()
})
export type SettingsProblem = z.infer<typeof settingsProblem>

export const providerView = z.strictObject({
  name: z.string(),
  /** Name on every screen: a proper name, or its name in the settings. */
  title: z.string(),
  /** Set for providers that a first run offers. */
  offer: z
    .strictObject({
      /** What its models are called together: a proper name. */
      modelFamily: z.string(),
      /** How a key begins. */
      keyExample: z.string()
    })
    .nullable(),
  baseUrl: z.string(),
  /** Where the API key comes from; `none` when there is none. */
  keySource: z.enum(['settings', 'vault', 'environment', 'none']),
  /** The settings name a key that was kept and is gone: the system has no key store. Absent: no. */
  isKeyGone: z.boolean().optional(),
  /** Why the provider can't be used now, null when it can (or was not tried). */
  failure: failure.nullable()
})
export type ProviderView = z.infer<typeof providerView>

export const modelView = z.strictObject({
  id: modelId,
  /** Display name, e.g. `Claude Sonnet 4.5`. */
  name: z.string(),
  providerName: z.string(),
  /** The highest temperature that it takes, null when it takes none; absent: not known. */
  highestTemperature: z.number().nullable().optional(),
  /** Thinking levels that can be chosen; absent: none. */
  thinkingLevels: z.array(z.enum(thinkingLevels)).optional(),
  /** Context size; absent: the default. */
  contextTokens: z.number().optional(),
  /** How many tools its provider takes in one request; null or absent: as many as there are. */
  mostTools: z.number().nullable().optional(),
  /** Source of the context size; absent: none, as for Direct. */
  contextSource: z.enum(factSources).optional(),
  /** The longest answer that it gives, in tokens; absent: not known. */
  maxOutputTokens: z.number().optional(),
  /** What it accepts and can do; absent: unknown, and it is offered everything. */
  abilities: z.array(z.enum(modelAbilities)).optional(),
  /** Absent: not known. */
  price: fullPrice.optional()
})
export type ModelView = z.infer<typeof modelView>

/** Of a million tokens, in the currency of the settings. */
export const modelPrice = z.strictObject({
  inputPerMillion: z.number().min(0).max(1_000_000),
  outputPerMillion: z.number().min(0).max(1_000_000)
})
export type ModelPrice = z.infer<typeof modelPrice>

/** A service that can be set up with a press. */
export const readyMadeProvider = z.strictObject({
  type: z.string(),
  /** Its usual name in the settings. */
  name: z.string(),
  /** A proper name. */
  title: z.string(),
  baseUrl: z.string(),
  /** Prefix of its keys; null: it runs on this computer and needs none. */
  keyExample: z.string().nullable()
})
export type ReadyMadeProvider = z.infer<typeof readyMadeProvider>

/** A program for models that answers on this computer. */
export const localProvider = z.strictObject({
  type: z.string(),
  /** Its usual name in the settings. */
  name: z.string(),
  /** A proper name. */
  title: z.string(),
  baseUrl: z.string(),
  /** The program's own ids. */
  models: z.array(z.string()).max(200)
})
export type LocalProvider = z.infer<typeof localProvider>

export const modelsView = z.strictObject({
  models: z.array(modelView),
  providers: z.array(providerView),
  /** Those that are not set up yet. */
  readyMade: z.array(readyMadeProvider),
  /** The model a new conversation starts with. */
  defaultModel: modelId,
  isLoading: z.boolean(),
  /** What a program on this computer fetches now; absent: nothing. */
  pull: pullView.optional(),
  /** The user's own model table, edited by hand in a separate file. */
  ownTable: z
    .strictObject({
      path: z.string(),
      /** In file order; entries with problems are ignored, and Parley's own table applies. */
      problems: z.array(settingsProblem)
    })
    .optional()
})
export type ModelsView = z.infer<typeof modelsView>

/** What an administrator decided for this computer. */
export const managedView = z.strictObject({
  /** Absolute path of the policy. */
  file: z.string(),
  /** Why the policy can't be used; everything that it could forbid is forbidden then. */
  failure: localizedText.nullable(),
  limitsServers: z.boolean(),
  /** The programs and addresses that may run, as the policy writes them; empty without a limit, and where all are forbidden. */
  allowedServers: z.array(z.string()),
  limitsProviders: z.boolean(),
  /** The types and addresses of model providers that may be asked. */
  allowedProviders: z.array(z.string()),
  limitsCollectors: z.boolean(),
  /** Addresses that the ledger may be sent to. */
  allowedCollectors: z.array(z.string()),
  /** Permission scopes that are neither offered nor honored. */
  forbiddenScopes: z.array(z.enum(grantScopes)),
  isResultGateForced: z.boolean(),
  /** Where the activity log is also sent; null: the user decides. */
  ledgerEndpoint: z.string().nullable(),
  isAutomaticSamplingForbidden: z.boolean(),
  /** Programs don't start without a sandbox. */
  isContainmentRequired: z.boolean(),
  limitsHosts: z.boolean(),
  /** Hosts that sandboxed servers may connect to, as written in the policy. */
  allowedHosts: z.array(z.string())
})
export type ManagedView = z.infer<typeof managedView>

/** A change in the file, not made by Parley, that lowers protection; `from` stays in effect. */
export const pendingChange = z.strictObject({
  /** Key by key; in `roots`, a folder is identified by its path. */
  path: z.array(z.string()).min(1),
  from: jsonValue,
  to: jsonValue
})
export type PendingChange = z.infer<typeof pendingChange>

export const pendingChanges = z.strictObject({
  /** Of exactly these: an answer names it. */
  id: z.string(),
  changes: z.array(pendingChange)
})
export type PendingChanges = z.infer<typeof pendingChanges>

export const settingsView = z.strictObject({
  path: z.string(),
  /** True when the whole file is invalid and the last valid settings are in use. */
  isLastGoodInUse: z.boolean(),
  problems: z.array(settingsProblem),
  /** Changes of the file that wait for approval; absent: none. */
  held: pendingChanges.optional(),
  /** Of the settings that hold one value each, by their place in the file. */
  values: simpleValues,
  /** The language that the choice comes to on this computer. */
  shownLanguage: z.enum(languages),
  /** Folders that servers may know of. */
  roots: z.array(folderChoice),
  /** Folders of `roots` with a warning; absent: none. */
  rootNews: z.array(folderChanges).optional(),
  /** Collector that the ledger is sent to, too; null or absent: none. */
  ledgerEndpoint: z.string().nullable().optional(),
  /** By `<provider>/<model>`, in file order. The cost of other models is unknown. */
  prices: z.array(z.strictObject({ model: z.string(), ...modelPrice.shape })).optional(),
  /** What an administrator decided; absent: nothing. */
  managed: managedView.optional(),
  /** Whether secrets survive a restart; when not, why. */
  vault: z.strictObject({ isPersistent: z.boolean(), reason: localizedText.nullable() })
})
export type SettingsView = z.infer<typeof settingsView>

/** Named settings of a conversation, for starting new ones. They allow nothing without the user. */
export const assistant = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(100),
  /** Null: the default one. */
  model: modelId.nullable(),
  /** Folders that servers may know of; they are added to a conversation with its first message or by the user. */
  folders: z.array(folderChoice).max(100),
  choices: conversationChoices.omit({ assistantId: true })
})
export type Assistant = z.infer<typeof assistant>
