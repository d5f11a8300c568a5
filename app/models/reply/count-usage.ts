/** Token counts, wherever a service reports them and under any field name. */
import type { Usage } from '../../contract/conversations'
import { readVendorCount, readVendorFields, isVendorFields, readVendorList } from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'

const inputNames = ['prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens', 'prompt_eval_count']
const outputNames = ['completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens', 'eval_count']
const cachedNames = ['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens']
const detailNames = ['prompt_tokens_details', 'input_tokens_details']

export class UsageCounter {
  #input: number | null = null
  #output: number | null = null
  #cached: number | null = null

  /** `chunk`: one event of the answer. Later counts replace earlier ones, but a zero replaces nothing. */
  take(chunk: VendorFields): void {
    for (const usage of placesIn(chunk)) {
      this.#input = later(this.#input, first(usage, inputNames))
      const total = readVendorCount(usage['total_tokens'])
      const output = first(usage, outputNames) ?? (total === null ? null : total - (this.#input ?? total))
      this.#output = later(this.#output, output)
      const details = detailNames.map((name) => readVendorFields(usage[name]))
      const cached = [...details, usage].map((place) => first(place, cachedNames))
      this.#cached = later(this.#cached, cached.find((count) => count !== null) ?? null)
    }
  }

  read(): Usage | null {
    if (this.#input === null && this.#output === null) return null
    const inputTokens = this.#input ?? 0
    const cacheReadTokens = Math.min(this.#cached ?? 0, inputTokens)
    return {
      inputTokens,
      outputTokens: this.#output ?? 0,
      ...(cacheReadTokens > 0 && { cacheReadTokens })
    }
  }
}

function placesIn(chunk: VendorFields): readonly VendorFields[] {
  const choices = readVendorList(chunk['choices']).map(readVendorFields)
  const around = [
    chunk,
    readVendorFields(chunk['x_groq']),
    ...choices,
    ...choices.map(({ delta }) => readVendorFields(delta))
  ]
  return around.flatMap(({ usage }) => readVendorList(usage)).filter(isVendorFields)
}

function first(place: VendorFields, names: readonly string[]): number | null {
  return names.map((name) => readVendorCount(place[name])).find((count) => count !== null) ?? null
}

function later(before: number | null, now: number | null): number | null {
  return now === null || (now <= 0 && before !== null) ? before : Math.max(0, now)
}
