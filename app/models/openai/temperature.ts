import type { ModelRequest } from '../model'

/** `model`: the service's own id. Null: it takes none. No address is known here, so only the names of models can tell. */
export function findOpenAiMaxTemperature(model: string): number | null {
  // Reasoning models refuse a request that names one; routers put the vendor before the name.
  return /^(?:openai\/)?(?:o\d|gpt-[5-9])/.test(model) ? null : 2
}

export function toTemperature({ model, temperature }: ModelRequest): { temperature?: number } {
  const highest = findOpenAiMaxTemperature(model)
  return temperature === undefined || highest === null ? {} : { temperature: Math.min(temperature, highest) }
}
