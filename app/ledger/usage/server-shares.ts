/**
 * Each server's share of a request, by characters: its instructions, tool definitions, results, resources and prompts.
 * An estimate, because providers report only the total of a request.
 */
import type { ModelRequest } from '../../models/model'

/** Characters per picture, sound or document of any size: about 1,600 tokens. */
const mostOfMedia = 6_400

/** By server, together at most 1. `nameCallServer`: finds the server by the tool name that models use. */
export function calculateServerShares(
  { systemPrompt, serverLetters = new Map(), messages, tools }: ModelRequest,
  serverOf: (modelToolName: string) => string | undefined
): ReadonlyMap<string, number> {
  const letters = new Map<string, number>()
  const add = (serverName: string | undefined, more: number): void => {
    if (serverName !== undefined) letters.set(serverName, (letters.get(serverName) ?? 0) + more)
  }
  const count = (modelToolName: string | undefined, value: unknown): void =>
    add(modelToolName === undefined ? undefined : serverOf(modelToolName), lengthOf(value))
  for (const [serverName, own] of serverLetters) add(serverName, own)
  for (const tool of tools) count(tool.name, tool)
  const called = new Map<string, string>()
  for (const item of messages.flatMap(({ content }) => content)) {
    if (item.type === 'tool-call') called.set(item.id, item.name)
    if (item.type === 'tool-result') count(called.get(item.id), item.content)
    if (item.type === 'text' || item.type === 'block') add(item.server, lengthOf(item))
  }
  const all = systemPrompt.length + lengthOf([messages, tools])
  return new Map([...letters].map(([serverName, own]) => [serverName, own / all]))
}

function lengthOf(value: unknown): number {
  const cut = (key: string, one: unknown): unknown =>
    (key === 'data' || key === 'blob') && typeof one === 'string' ? one.slice(0, mostOfMedia) : one
  return JSON.stringify(value, cut).length
}
