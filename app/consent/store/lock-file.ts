/**
 * The text of `mcp-tools.lock.json`: the approved definition of each tool, for users to read, compare, and share. The
 * same pins always produce the same text. `lockfile-transfer.ts` reads and writes the file.
 */
import { z } from 'zod'
import { hashFormerDefinition, hashToolDefinition } from '../tool-definition-hash'
import { HostError } from '../../base/host-error'
import { toolDefinition } from '../../contract/tool-definition'
import { serverName } from '../../contract/servers'
import { jsonObject, type JsonValue } from '../../contract/json'
import type { StoredPin } from '../../history/interface'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

const version = 1
const hashPrefix = 'sha256-'

const lockFile = z.object({
  lockfileVersion: z.literal(version),
  // Not a zod record, which would drop a tool named `__proto__`.
  servers: z.record(serverName, z.object({ tools: jsonObject }))
})
const lockedTool = toolDefinition.extend({ hash: z.string() })

export function toLockText(pins: readonly StoredPin[]): string {
  const servers: Record<string, { tools: Record<string, JsonValue> }> = bare()
  for (const { serverName: name, toolName, hash, definition } of pins) {
    const server = (servers[name] ??= { tools: bare() })
    server.tools[toolName] = { hash: `${hashPrefix}${hash}`, ...definition } as JsonValue
  }
  return `${JSON.stringify(sortKeys({ lockfileVersion: version, servers } as unknown as JsonValue), null, 2)}\n`
}

/** @throws HostError CONSENT_INVALID_LOCK_FILE, also if a definition was changed without its hash */
export function readLockText(text: string, pinnedAt: number): StoredPin[] {
  const { servers } = expected(lockFile, parseJson(text), (reason) => say('consent.lockFileForm', { reason }))
  return Object.entries(servers).flatMap(([server, { tools }]) =>
    Object.entries(tools).map(([tool, locked]) => {
      const { hash: stated, ...definition } = expected(lockedTool, locked, (reason) =>
        say('consent.lockFileToolForm', { tool, server, reason })
      )
      const hash = hashToolDefinition(tool, definition)
      const former = hashFormerDefinition(tool, definition)
      if (stated !== `${hashPrefix}${hash}` && stated !== `${hashPrefix}${former}`)
        throw invalid(say('consent.lockFileHash', { tool, server }))
      return { serverName: server, toolName: tool, hash, definition, pinnedAt }
    })
  )
}

/** Reports only the first problem, because an unrelated file has thousands. */
function expected<T>(schema: z.ZodType<T>, value: unknown, describe: (reason: string) => LocalizedText): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const where = first === undefined || first.path.length === 0 ? '' : ` (${first.path.join('.')})`
  throw invalid(describe(`${first?.message ?? ''}${where}.`))
}

export function invalid(reason: LocalizedText, cause?: unknown): HostError {
  return new HostError('CONSENT_INVALID_LOCK_FILE', say('consent.lockFileUnusable', { reason }), { cause })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw invalid(say('consent.lockFileNotJson'), error)
  }
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const sorted: Record<string, JsonValue> = bare()
  for (const [key, inner] of entries) sorted[key] = sortKeys(inner)
  return sorted
}

/** Names come from servers, so `__proto__` must be an ordinary name here. */
function bare<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}
