/**
 * What each server brought into a request, as a share of its letters: the definitions of its tools, and the results of calls
 * of them. An estimate: providers tell what a request took as a whole. What servers say in the system prompt isn't told apart.
 */
import type { ModelRequest } from '../../models/model'

/** Characters that count of one picture, sound or document, however large its file is: about 1,600 tokens. */
const mostOfMedia = 6_400

/** By server, each above 0 and together at most 1. `serverOf`: by the name that models know a tool by. */
export function sharesOfServers(
  { systemPrompt, messages, tools }: ModelRequest,
  serverOf: (modelToolName: string) => string | undefined
): ReadonlyMap<string, number> {
  const letters = new Map<string, number>()
  const count = (modelToolName: string | undefined, value: unknown): void => {
    const serverName = modelToolName === undefined ? undefined : serverOf(modelToolName)
    if (serverName === undefined) return
    letters.set(serverName, (letters.get(serverName) ?? 0) + lengthOf(value))
  }
  for (const tool of tools) count(tool.name, tool)
  const called = new Map<string, string>()
  for (const item of messages.flatMap(({ content }) => content)) {
    if (item.type === 'tool-call') called.set(item.id, item.name)
    if (item.type === 'tool-result') count(called.get(item.id), item.content)
  }
  const all = systemPrompt.length + lengthOf([messages, tools])
  return new Map([...letters].map(([serverName, own]) => [serverName, own / all]))
}

function lengthOf(value: unknown): number {
  const cut = (key: string, one: unknown): unknown =>
    (key === 'data' || key === 'blob') && typeof one === 'string' ? one.slice(0, mostOfMedia) : one
  return JSON.stringify(value, cut).length
}
