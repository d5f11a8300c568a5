/**
 * Migrates approvals that use the former hash of a tool's definition. The pin stored with them holds the full
 * definition. If its former hash equals the stored one, the approved definition is known and the approval gets the new
 * hash.
 */
import type { StoredGrant, StoredPin } from '../../history/interface'
import { hashFormerDefinition, hashToolDefinition } from '../tool-definition-hash'

/** New hashes by server, tool, and former hash. */
type NewHashes = ReadonlyMap<string, string>

export function renewHashes(stored: readonly StoredPin[]): {
  readonly pins: readonly StoredPin[]
  readonly byFormer: NewHashes
} {
  const byFormer = new Map<string, string>()
  const pins = stored.map((pin) => {
    const { serverName, toolName, definition } = pin
    const hash = hashToolDefinition(toolName, definition)
    if (pin.hash === hash || pin.hash !== hashFormerDefinition(toolName, definition)) return pin
    byFormer.set(keyOf(serverName, toolName, pin.hash), hash)
    return { ...pin, hash }
  })
  return { pins, byFormer }
}

export function withNewHashes(grant: StoredGrant, byFormer: NewHashes): StoredGrant {
  if (byFormer.size === 0) return grant
  const { serverName, toolName, definitionHash, coveredTools } = grant
  const renewed = (tool: string, hash: string): string => byFormer.get(keyOf(serverName, tool, hash)) ?? hash
  const covered = Object.entries(coveredTools).map(([tool, hash]) => [tool, renewed(tool, hash)] as const)
  return {
    ...grant,
    definitionHash: toolName === null ? definitionHash : renewed(toolName, definitionHash),
    coveredTools: Object.fromEntries(covered)
  }
}

function keyOf(serverName: string, toolName: string, hash: string): string {
  return JSON.stringify([serverName, toolName, hash])
}
