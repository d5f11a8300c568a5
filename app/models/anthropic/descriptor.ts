/** Anthropic: what is known without a request. `anthropic-provider.ts` makes the requests. */
import type { ProviderDescriptor, ProviderLimits } from '../provider-descriptor'
import { findAnthropicMaxTemperature } from './highest-temperature'
import { createAnthropicProvider } from './anthropic-provider'
import { listAnthropicThinkingLevels } from './anthropic-thinking'
import { anthropicRules, toAnthropicTool } from './anthropic-tool-rules'

const limits: ProviderLimits = {
  contextTokens: 200_000,
  // Enough for long answers, within the limit of every current model.
  outputTokens: 32_000,
  image: 5 * 1024 * 1024,
  // It accepts requests of 32 MB; the page limit depends on the model, which reports it (`rejected-documents.ts`).
  document: 20 * 1024 * 1024,
  userId: 256
}

export const anthropic: ProviderDescriptor = {
  type: 'anthropic',
  address: { usual: 'https://api.anthropic.com', variable: 'ANTHROPIC_BASE_URL' },
  key: { variable: 'ANTHROPIC_API_KEY', isNeeded: true },
  builtIn: {
    name: 'anthropic',
    title: 'Anthropic',
    modelFamily: 'Claude',
    keyExample: 'sk-ant-…',
    models: [
      ['claude-opus-5-5', 'Claude Opus 5.5'],
      ['claude-sonnet-5-5', 'Claude Sonnet 5.5'],
      ['claude-haiku-5-5', 'Claude Haiku 5.5'],
      ['claude-haiku-4-5', 'Claude Haiku 4.5']
    ],
    defaultModel: 'claude-sonnet-5-5',
    defaultLine: 'sonnet'
  },
  readyMade: [],
  limits,
  highestTemperature: findAnthropicMaxTemperature,
  thinkingLevels: listAnthropicThinkingLevels,
  toolRules: () => anthropicRules,
  definitionForms: [{ title: 'Anthropic', rules: anthropicRules, write: toAnthropicTool }],
  takesDocuments: () => true,
  create: (access) => createAnthropicProvider(access, limits)
}
