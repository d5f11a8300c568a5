/**
 * Providers reject a whole request for one tool whose definition they can't read. Parley repeats the request without
 * that tool and names it, so that one tool never ends a conversation.
 */
import { createHash } from 'node:crypto'
import { HostError } from '../base/host-error'
import { quote } from '../texts/render-localized'
import type { ModelPart, ModelRequest, ModelTool } from './model'

/** A provider that rejects more tools than this in one request means something else. */
const mostLeftOut = 8

export class RejectedTools {
  /** Reasons for rejection, by model and definition. */
  readonly #known = new Map<string, string>()

  /** `model`: its whole id. `ask` is called with fewer tools until the provider takes the request. @throws what `ask` throws */
  async *without(
    model: string,
    request: ModelRequest,
    ask: (request: ModelRequest) => AsyncIterable<ModelPart>
  ): AsyncIterable<ModelPart> {
    const reasonOf = (tool: ModelTool): string | undefined => this.#known.get(getKey(model, tool))
    for (const tool of request.tools) {
      const reason = reasonOf(tool)
      if (reason !== undefined) yield { type: 'tool-left-out', name: tool.name, reason: quote(reason) }
    }
    let tools = request.tools.filter((tool) => reasonOf(tool) === undefined)
    for (let tries = 0; ; tries += 1) {
      let hasBegun = false
      try {
        for await (const part of ask({ ...request, tools })) {
          hasBegun = true
          yield part
        }
        return
      } catch (error) {
        const odd = hasBegun || tries === mostLeftOut ? null : findRejectedTool(error, tools)
        if (odd === null || !(error instanceof HostError)) throw error
        this.#known.set(getKey(model, odd), error.message)
        tools = tools.filter((tool) => tool !== odd)
        yield { type: 'tool-left-out', name: odd.name, reason: quote(error.message) }
      }
    }
  }
}

function getKey(model: string, { name, description, inputSchema }: ModelTool): string {
  const definition = JSON.stringify([model, name, description, inputSchema])
  return createHash('sha256').update(definition).digest('hex')
}

/**
 * By its position in the request, or by its name when the message is about a definition. Null: the error has a
 * different cause.
 */
export function findRejectedTool(error: unknown, tools: readonly ModelTool[]): ModelTool | null {
  if (!(error instanceof HostError) || error.code !== 'MODEL_REFUSED_REQUEST') return null
  const words = error.message
  const place =
    /function_?declarations\W+(\d+)/i.exec(words)?.[1] ?? /\btools\W{1,2}(\d+)\b/.exec(words)?.[1] ?? null
  if (place !== null) return tools[Number(place)] ?? null
  if (!/schema|function|tool|parameter/i.test(words)) return null
  const named = tools.filter(({ name }) => isNamed(words, name))
  return named.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

/** As a separate word: neither `lists` nor `a__list` names `list`. */
function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + name.length] ?? ' ')
    if (!/[\w-]/.test(around)) return true
  }
  return false
}
