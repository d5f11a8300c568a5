/** Parley's schema and its schema for editors must agree on every file. */
import { readFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { providerDescriptors } from '../../models/routing/providers'
import { parseSettings } from './parse-settings'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { listSectionKeys, knownKeys, simpleSections } from './settings-schema'
import { toEnglish } from '../../texts/render-localized'

const resource = (name: string) =>
  readFileSync(new URL(`../../../resources/${name}`, import.meta.url), 'utf8')
const schema = JSON.parse(resource('settings.schema.json')) as Schema
const validator = new Validator(schema, '2020-12', false)

const servers = (entry: string) => `{"mcpServers": {"notes": ${entry}}}`
const named = (name: string) => `{"mcpServers": {${JSON.stringify(name)}: {"command": "node"}}}`

const accepted = [
  '{}',
  '{"$schema": "./settings.schema.json", "unknown": {"kept": true}}',
  servers(
    '{"command": "npx", "args": ["-y", "x"], "env": {"A": "line\\nline"}, "cwd": "/srv", "disabled": false}'
  ),
  servers('{"command": "C:\\\\Program Files\\\\x.exe"}'),
  servers('{"command": "./x", "cwd": "/srv"}'),
  servers('{"command": "node", "timeoutMs": 1, "maxTotalTimeoutMs": 86400000, "autoStart": false}'),
  servers(
    '{"command": "node", "useInstructions": false, "reviewResults": true, "showIcons": true, "logLevel": "alert", "pingIntervalMs": 0}'
  ),
  servers('{"command": "node", "pingIntervalMs": 1000, "tools": {}}'),
  servers(
    '{"command": "node", "tools": {"a b": {"disabled": true, "timeoutMs": 1, "maxTotalTimeoutMs": 2, "x": 1}}}'
  ),
  servers('{"command": "node", "tools": ["*"]}'),
  servers('{"type": "stdio", "command": "node", "description": "of another host"}'),
  servers('{"type": "streamable-http", "url": "https://example.com/mcp?x=1#y"}'),
  servers('{"type": "sse", "url": "http://127.0.0.1:3001/sse"}'),
  servers('{"url": "HTTPS://[::1]:8080/mcp", "headers": {"X-Team": "${env:TEAM}"}}'),
  servers('{"url": "${env:URL}"}'),
  servers('{"url": "https://${env:HOST}/mcp"}'),
  servers(
    '{"url": "https://example.com", "oauth": {"clientId": "x", "scopes": ["read"], "redirectPort": 8976}}'
  ),
  servers('{"command": "node", "containment": "off"}'),
  servers('{"command": "node", "containment": {}}'),
  servers('{"command": "node", "sandbox": "off"}'),
  servers('{"command": "node", "sandbox": {"read": ["/a"], "masked": {"A": ["a.b"]}}}'),
  servers('{"command": "node", "sandbox": {}, "containment": "off"}'),
  servers('{"url": "https://example.com", "sandbox": "off"}'),
  servers(
    '{"command": "node", "containment": {"read": ["/a"], "write": ["/b"], "hosts": ["a.b", "a:1", "[::1]:8080", "*.a.b:443"], "x": 1}}'
  ),
  named('käse & 2 <b>'),
  '{"models": {"default": "anthropic/claude-sonnet-4-5"}}',
  '{"models": {"default": "local/meta/llama", "providers": {"local": {"type": "openai-compatible", "baseUrl": "http://x/v1"}}}}',
  '{"models": {"default": "direct", "providers": {"a": {"type": "anthropic", "apiKey": "${secret:a}"}}}}',
  '{"models": {"currency": "EUR", "prices": {"a/b/c": {"inputPerMillion": 0, "outputPerMillion": 1.5, "x": 1}}}}',
  '{"roots": ["/home/me", "D:\\\\work"]}',
  '{"roots": ["/a", {"path": "/b", "name": "Garden", "servers": ["notes"], "other": 1}, {"path": "/c"}]}',
  '{"conversation": {"maxToolSteps": 1000, "systemPrompt": "", "maxOutputTokens": 200, "temperature": 0}}',
  '{"appearance": {"theme": "dark", "language": "de"}}',
  '{"ledger": {"otlp": {"endpoint": "http://127.0.0.1:4318"}}}',
  '{"ledger": {"otlp": {"endpoint": "https://collector.example/v1/logs"}, "other": 1}}',
  '{"ledger": {"otlp": {"endpoint": "http://[::1]:4318/", "headers": {"X-Key": "${secret:collector}"}}}}'
]

const refused = [
  servers('{"command": "node", "containment": "on"}'),
  servers('{"command": "node", "sandbox": "on"}'),
  servers('{"command": "node", "containment": true}'),
  servers('{"command": "node", "sandbox": true}'),
  servers('{"command": "node", "containment": {"read": "/a"}}'),
  servers('{"command": "node", "sandbox": {"read": "/a"}}'),
  servers('{"command": "node", "containment": {"write": ["a"]}}'),
  servers('{"command": "node", "sandbox": {"write": ["a"]}}'),
  servers('{"command": "node", "containment": {"hosts": ["*"]}}'),
  servers('{"command": "node", "sandbox": {"hosts": ["*"]}}'),
  servers('{"command": "node", "containment": {"hosts": ["*.com"]}}'),
  servers('{"command": "node", "sandbox": {"hosts": ["*.com"]}}'),
  servers('{"command": "node", "containment": {"hosts": ["a.b:0"]}}'),
  servers('{"command": "node", "sandbox": {"hosts": ["a.b:0"]}}'),
  servers('{"command": "node", "containment": {"hosts": ["a.b:65536"]}}'),
  servers('{"command": "node", "sandbox": {"hosts": ["a.b:65536"]}}'),
  servers('{"command": "node", "containment": {"hosts": ["https://a.b"]}}'),
  servers('{"command": "node", "sandbox": {"hosts": ["https://a.b"]}}'),
  servers('{"url": "https://example.com", "containment": {}}'),
  servers('{"url": "https://example.com", "sandbox": {}}'),
  servers('{"url": "https://example.com", "sandbox": "off", "containment": {}}'),
  '{"ledger": {"otlp": {"endpoint": "ftp://collector.example"}}}',
  '{"ledger": {"otlp": {"endpoint": "https://me:secret@collector.example/"}}}',
  '{"ledger": {"otlp": {"endpoint": 4318}}}',
  '{"ledger": {"otlp": {"endpoint": "http://collector.example:4318"}}}',
  '{"ledger": {"otlp": {"endpoint": "http://127.0.0.1.evil.example/"}}}',
  '{"ledger": {"otlp": {"endpoint": "https://c.example", "headers": {"a b": "x"}}}}',
  '{"ledger": []}',
  '[]',
  'null',
  '{"mcpServers": []}',
  servers('null'),
  servers('{}'),
  servers('{"command": ""}'),
  servers('{"command": "  "}'),
  servers('{"command": 5}'),
  servers('{"command": "a\\u0000b"}'),
  servers('{"command": "./x"}'),
  servers('{"command": "..\\\\x.exe"}'),
  servers('{"command": "~/x", "cwd": "/srv"}'),
  servers('{"command": "$HOME/x", "cwd": "/srv"}'),
  servers('{"command": "\\\\\\\\server\\\\share\\\\x.exe"}'),
  servers('{"command": "${env:SHELL}"}'),
  servers('{"command": "node", "args": "x"}'),
  servers('{"command": "node", "args": ["\\u0007"]}'),
  servers('{"command": "node", "env": {"A": 1}}'),
  servers('{"command": "node", "env": {"": "x"}}'),
  servers('{"command": "node", "env": {"A=B": "x"}}'),
  servers('{"command": "node", "cwd": "../x"}'),
  servers('{"command": "node", "disabled": "false"}'),
  servers('{"command": "node", "autoStart": null}'),
  servers('{"command": "node", "useInstructions": "no"}'),
  servers('{"command": "node", "showIcons": 1}'),
  servers('{"command": "node", "logLevel": "warn"}'),
  servers('{"command": "node", "pingIntervalMs": 999}'),
  servers('{"command": "node", "pingIntervalMs": -1}'),
  servers('{"command": "node", "tools": "all"}'),
  servers('{"command": "node", "tools": {"a": true}}'),
  servers('{"command": "node", "tools": {"a": {"disabled": 1}}}'),
  servers('{"command": "node", "tools": {"a": {"timeoutMs": 0}}}'),
  servers('{"command": "node", "timeoutMs": 0}'),
  servers('{"command": "node", "timeoutMs": 1.5}'),
  servers('{"command": "node", "maxTotalTimeoutMs": 86400001}'),
  servers('{"command": "node", "url": "https://example.com"}'),
  servers('{"type": "stdio", "url": "https://example.com"}'),
  servers('{"type": "http", "command": "node"}'),
  servers('{"type": "ws", "url": "https://example.com"}'),
  servers('{"url": "javascript:1"}'),
  servers('{"url": "ws://example.com"}'),
  servers('{"url": "https://me:secret@example.com"}'),
  servers('{"url": " https://example.com"}'),
  servers('{"url": "https://"}'),
  servers('{"url": "https://example.com", "headers": {"Bad Name": "x"}}'),
  servers('{"url": "https://example.com", "headers": {"hOsT": "x"}}'),
  servers('{"url": "https://example.com", "headers": {"X": "a\\r\\nY: b"}}'),
  servers('{"url": "https://example.com", "oauth": {"redirectPort": 70000}}'),
  servers('{"url": "https://example.com", "oauth": {"identityProvider": {"clientId": "a"}}}'),
  servers('{"url": "https://example.com", "oauth": {"identityProvider": {"clientId": "a", "idToken": "b"}}}'),
  named(''),
  named(' '),
  named('a\u200bb'),
  named('x'.repeat(201)),
  '{"models": {"default": "nothing"}}',
  '{"models": {"providers": {"x": {"type": "magic"}}}}',
  '{"models": {"providers": {"x": {"type": "openai-compatible"}}}}',
  '{"models": {"providers": {"a/b": {"type": "anthropic"}}}}',
  '{"models": {"providers": {"direct": {"type": "anthropic"}}}}',
  '{"models": {"prices": {"a": {"inputPerMillion": 1, "outputPerMillion": 1}}}}',
  '{"models": {"prices": {"a/b": {"inputPerMillion": 1}}}}',
  '{"models": {"prices": {"a/b": {"inputPerMillion": -1, "outputPerMillion": 1}}}}',
  '{"models": {"prices": {"a/b": 1}}}',
  '{"models": {"prices": []}}',
  '{"models": {"currency": "usd"}}',
  '{"roots": ["relative"]}',
  '{"roots": [{"name": "Garden"}]}',
  '{"roots": [{"path": "relative"}]}',
  '{"roots": [{"path": "/a", "name": ""}]}',
  '{"roots": [{"path": "/a", "servers": "notes"}]}',
  '{"conversation": {"maxOutputTokens": 0}}',
  '{"conversation": {"temperature": 2.5}}',
  '{"conversation": {"maxToolSteps": 0}}',
  '{"conversation": {"systemPrompt": null}}',
  '{"appearance": {"theme": "blue"}}',
  '{"appearance": {"language": "fr"}}'
]

function isTakenByProgram(text: string): boolean {
  const read = parseSettings(text)
  return read.type === 'usable' && read.problems.every(({ severity }) => severity !== 'error')
}

describe('both schemas', () => {
  test.each(accepted)('accept %s', (text) => {
    expect(validator.validate(JSON.parse(text)).errors).toEqual([])
    expect(isTakenByProgram(text)).toBe(true)
  })
})

describe('both schemas on an invalid file', () => {
  test.each(refused)('refuse %s', (text) => {
    expect(validator.validate(JSON.parse(text)).valid).toBe(false)
    expect(isTakenByProgram(text)).toBe(false)
  })
})

test('allows every type of provider, and no other', () => {
  const { provider } = schema['$defs'] as { provider: { properties: { type: { enum: string[] } } } }
  expect(provider.properties.type.enum).toEqual(providerDescriptors.map(({ type }) => type))
})

test('describes every key that Parley reads', () => {
  const definitions = schema['$defs'] as Record<
    'server' | 'tool' | 'provider',
    { properties: Record<string, Described> }
  >
  interface Described {
    description?: string
    properties?: Record<string, Described>
  }
  const properties = schema['properties'] as Record<string, Described>
  const section = (name: string) => properties[name]?.properties ?? {}
  const places = [
    [properties, knownKeys.file],
    [definitions.server.properties, knownKeys.server],
    [definitions.tool.properties, knownKeys.tool],
    [definitions.provider.properties, knownKeys.provider],
    ...simpleSections.map((name) => [section(name), listSectionKeys(name)] as const)
  ] as const
  for (const [described, known] of places) {
    expect(Object.keys(described).sort()).toEqual([...known].sort())
    for (const key of known) expect(described[key]?.description, key).toBeTruthy()
  }
})

test('accepts the default file, which has no problem and sets nothing, and its examples', () => {
  const text = resource('default-settings.jsonc')
  const withExamples = text.replace(/^(\s*)\/\/ (?=["}]|\s{2,}["}])/gm, '$1')
  expect(withExamples).not.toMatch(/^\s*\/\/ *["}]/m)
  for (const version of [text, withExamples]) {
    const document = parseDocument(version)
    if (isBreakage(document)) throw new Error(toEnglish(document.message))
    expect(validator.validate(toJsonValue(document.root)).errors).toEqual([])
    expect(parseSettings(version)).toMatchObject({ type: 'usable', problems: [] })
  }
  expect(parseSettings(text)).toMatchObject({
    content: { servers: [], values: { 'models.default': null }, models: { providers: [] }, roots: [] }
  })
  expect(parseSettings(withExamples)).toMatchObject({
    content: {
      serverOrder: ['everything', 'notes', 'remote'],
      values: { 'models.default': expect.stringMatching(/^anthropic\//) },
      models: { providers: [{ name: 'anthropic' }] },
      roots: ['/home/me/projects']
    }
  })
})
