/** Providers that speak as OpenAI does: settings may name them already, models can not be used yet. */
import { HostError } from '../../base/host-error'
import type { ProviderDescriptor } from '../provider-descriptor'
import { say } from '../../texts/said'

export const openAiCompatible: ProviderDescriptor = {
  type: 'openai-compatible',
  address: { usual: null, variable: null },
  key: { variable: null },
  builtIn: null,
  limits: { outputTokens: 32_000, image: 0, userId: 0 },
  highestTemperature: () => 2,
  create({ name }) {
    throw new HostError('MODEL_UNKNOWN', say('models.openaiCompatible', { provider: name }))
  }
}
