import type { ModelRequest } from '../model'

/** `model`: the service's own id. Null: it accepts none. The address is unknown here, so only model names decide. */
export function findOpenAiMaxTemperature(model: string): number | null {
  // Reasoning models reject a request with a temperature; routers put the vendor before the name.
  return /^(?:openai\/)?(?:o\d|gpt-[5-9])/.test(model) ? null : 2
}

export function toTemperature({ model, temperature }: ModelRequest): { temperature?: number } {
  const highest = findOpenAiMaxTemperature(model)
  return temperature === undefined || highest === null ? {} : { temperature: Math.min(temperature, highest) }
}
