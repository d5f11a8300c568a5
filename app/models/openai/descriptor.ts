/** OpenAI-compatible providers: what is known without a request. `openai-provider.ts` makes the requests. */
import type { ProviderDescriptor, ProviderLimits } from '../provider-descriptor'
import { findApiDialect } from './api-dialect'
import { createOpenAiProvider } from './openai-provider'
import { readyMade } from './ready-made-providers'
import { findOpenAiMaxTemperature } from './temperature'
import { listOpenAiThinkingLevels } from './openai-thinking'
import { findToolRules, openAiDefinitionForms } from './openai-tool-rules'

const limits: ProviderLimits = {
  contextTokens: 128_000,
  // As for other providers; a larger limit than the model's is never requested (`chat-request.ts`).
  outputTokens: 32_000,
  image: 20 * 1024 * 1024,
  document: 20 * 1024 * 1024,
  userId: 0
}

export const openAiCompatible: ProviderDescriptor = {
  type: 'openai-compatible',
  address: { usual: null, variable: null },
  // Local programs accept requests without one.
  key: { variable: null, isNeeded: false },
  builtIn: null,
  readyMade,
  limits,
  highestTemperature: findOpenAiMaxTemperature,
  thinkingLevels: listOpenAiThinkingLevels,
  toolRules: findToolRules,
  definitionForms: openAiDefinitionForms,
  takesDocuments: (baseUrl) => {
    const { api, takesDocuments } = findApiDialect(baseUrl)
    return api === 'responses' || takesDocuments
  },
  create: (access) => createOpenAiProvider(access, { limits, dialect: findApiDialect(access.baseUrl) })
}
