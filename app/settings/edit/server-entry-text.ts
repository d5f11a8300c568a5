/** One server entry as JSON text, as a person edits or pastes it: checking, taking apart, naming. */
import { basename } from 'node:path'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { JsonValue } from '../../contract/json'
import type { SettingsProblem } from '../../contract/settings'
import { parseSettings } from '../parse/parse-settings'
import { isBreakage, parseDocument, propertiesOf, propertyOf, valueOf } from '../document/json-document'
import type { JsonDocument } from '../document/json-document'
import { readText } from '../document/text-edits'
import type { Said } from '../../contract/said'
import { say } from '../../texts/said'

/**
 * Refuses an entry that would be broken. Lines of the problems count in `json`.
 * @throws HostError SETTINGS_INVALID (data: problems)
 */
export function requireValidEntry(name: string, json: string): void {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) {
    const { message, position } = document
    throw invalid([{ severity: 'error', message, ...position, path: '', serverName: name }])
  }
  // The entry stands on lines of its own, so that its problems keep their columns.
  const read = parseSettings(`{"mcpServers":{${JSON.stringify(name)}:\n${json}\n}}`)
  const problems = read.type === 'broken' ? [read.problem] : read.problems
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw invalid(errors.map((problem) => ({ ...problem, line: lineWithin(problem) })))
}

function lineWithin({ line }: SettingsProblem): number | null {
  return line === null ? null : Math.max(1, line - 1)
}

function invalid(problems: readonly SettingsProblem[]): HostError {
  return new HostError('SETTINGS_INVALID', problems[0]?.message ?? say('settings.entryRefused'), {
    data: { problems }
  })
}

export interface PastedServer {
  readonly name: string
  /** Comments and variables as they stood. */
  readonly json: string
}

/**
 * The servers of a pasted configuration: `{ "mcpServers": … }`, `{ "servers": … }`, a map of entries, or one
 * entry, which is named after its program, package or host. Entries are not checked.
 * @throws HostError SETTINGS_INVALID
 */
export function readPastedServers(text: string): readonly PastedServer[] {
  const document = parsePasted(text)
  const path = findServers(document)
  if (path === null) return [{ name: nameEntry(valueOf(document.root)), json: document.text.trim() }]
  const map = path.reduce((node, key) => propertyOf(node, key)?.value ?? node, document.root)
  const names = [...new Set(propertiesOf(map).map(({ key }) => key))]
  if (names.length === 0) throw refusePaste(say('settings.pasteEmpty'))
  return names.map((name) => ({ name, json: readText(document.text, [...path, name]) ?? '{}' }))
}

function parsePasted(text: string): JsonDocument {
  const document = parseDocument(text, 'text')
  if (!isBreakage(document) && document.root.type === 'object') return document
  // Documentation often shows `"name": { … }` without the braces around it.
  const wrapped = parseDocument(`{${text}}`)
  if (!isBreakage(wrapped) && propertiesOf(wrapped.root).length > 0) return wrapped
  throw refusePaste(isBreakage(document) ? document.message : say('settings.pasteNotObject'))
}

/** Path of the map of entries; null when the whole is one entry. */
function findServers({ root }: JsonDocument): readonly string[] | null {
  for (const path of [['mcpServers'], ['servers'], ['mcp', 'servers']]) {
    const node = path.reduce<typeof root | undefined>((inner, key) => propertyOf(inner, key)?.value, root)
    // A map called "servers" whose entry is called "command" does not exist; an entry with such a key does.
    if (node?.type === 'object') return path
  }
  const isText = (key: string) => propertyOf(root, key)?.value.type === 'string'
  if (isText('command') || isText('url')) return null
  if (propertiesOf(root).every(({ value }) => value.type === 'object')) return []
  throw refusePaste(say('settings.pasteForms'))
}

function refusePaste(reason: Said): HostError {
  return new HostError('SETTINGS_INVALID', say('settings.pasteRefused', { reason }))
}

/** A name for an entry that came without one: its package, script, program or host. */
function nameEntry(entry: JsonValue): string {
  const { command, args, url } = entry as { command?: JsonValue; args?: JsonValue; url?: JsonValue }
  if (typeof command !== 'string') {
    return typeof url === 'string' && canParseUrl(url) ? new URL(url).hostname || 'server' : 'server'
  }
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
  const isRunner = /^(?:npx|bunx|uvx|pnpx|pipx|node|python3?|deno|bun|uv|tsx)(?:\.\w+)?$/.test(
    basename(command)
  )
  const subject = isRunner ? words.find((word) => !/^(?:-|run$|x$|exec$|dlx$)/.test(word)) : undefined
  return shortName(subject ?? command)
}

/** `@modelcontextprotocol/server-everything@1.2` becomes `everything`; `/srv/notes.js` becomes `notes`. */
function shortName(subject: string): string {
  const last = subject.split(/[\\/]/).findLast((part) => part !== '') ?? subject
  const plain = last.replace(/(?!^)@.*$/, '').replace(/\.(?:[cm]?[jt]s|py|exe|cmd|bat|sh)$/i, '')
  const name = plain.replace(/^(?:mcp-server-|server-|mcp-)/, '').replace(/-(?:mcp|mcp-server|server)$/, '')
  return name.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, 60) || 'server'
}

/** The name, or the name with the first number from 2 on that makes it new. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`
    if (!taken.has(candidate)) return candidate
  }
}
