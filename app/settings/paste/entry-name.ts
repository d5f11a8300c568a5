/** Names for servers that came without one. */
import { basename } from 'node:path'
import { canParseUrl } from '../../base/can-parse-url'
import type { JsonValue } from '../../contract/json'

const runners = /^(?:npx|bunx|uvx|pnpx|pipx|node|python3?|deno|bun|uv|tsx|docker|podman)(?:\.\w+)?$/
/** Arguments between a runner and what it runs. */
const between = /^(?:-|run$|x$|exec$|dlx$|tool$|container$)/
/** Options of runners that take the next argument, which may look like a package. */
const taking =
  /^(?:-e|--env|-v|--volume|--mount|-p|--publish|--name|--network|--from|--with|--python|--package)$/

/** Its package, image, script, program or host. */
export function nameEntry(entry: JsonValue): string {
  const { command, args, url } = entry as { command?: JsonValue; args?: JsonValue; url?: JsonValue }
  if (typeof command !== 'string') {
    return typeof url === 'string' && canParseUrl(url) ? new URL(url).hostname || 'server' : 'server'
  }
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
  const isSubject = (word: string, at: number) => !between.test(word) && !taking.test(words[at - 1] ?? '')
  const subject = runners.test(basename(command)) ? words.find(isSubject) : undefined
  return shortName(subject ?? command)
}

/** `@modelcontextprotocol/server-everything@1.2` becomes `everything`; `/srv/notes.js` becomes `notes`. */
function shortName(subject: string): string {
  const last = subject.split(/[\\/]/).findLast((part) => part !== '') ?? subject
  const plain = last.replace(/(?!^)[@:].*$/, '').replace(/\.(?:[cm]?[jt]s|py|exe|cmd|bat|sh|jar)$/i, '')
  const name = plain.replace(/^(?:mcp-server-|server-|mcp-)/, '').replace(/-(?:mcp|mcp-server|server)$/, '')
  return name.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, 60) || 'server'
}

/** Cherry Studio's keys are ids, and the name is in the entry. */
export function readEntryName(key: string, entry: JsonValue): string {
  const { name, isActive } = (entry ?? {}) as { name?: JsonValue; isActive?: JsonValue }
  const isId = isActive !== undefined && /^(?=.*[\dA-Z_-])[\w-]{20,36}$/.test(key)
  return isId && typeof name === 'string' && name.trim() !== '' ? name.trim() : key
}

/** The name, or the name with the first number from 2 on that makes it unique. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`
    if (!taken.has(candidate)) return candidate
  }
}
