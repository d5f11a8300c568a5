/**
 * Approvals under the former hash of a tool's definition. The pin beside them holds that definition in full: where its
 * former hash is exactly the one that was stored, what was approved is known, and goes on under the new hash.
 */
import type { StoredGrant, StoredPin } from '../../history/interface'
import { hashFormerDefinition, hashToolDefinition } from '../tool-definition-hash'

/** By server, tool and former hash: the new one. */
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
