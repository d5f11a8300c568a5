/** Checks whether a sandbox leaves a way for data to leave. Pure. */
import { secretsNamedIn } from '../../contract/consent/secret-names'
import type { ServerDefinition } from '../../settings/definition'

/** True if files that it may read, or its own secrets, could leave through its allowed hosts without a question. */
export function isPartlySandboxed(definition: ServerDefinition): boolean {
  if (definition.transport !== 'stdio' || definition.containment === undefined) return false
  const { read, write, hosts, masked = {} } = definition.containment
  if (hosts.length === 0) return false
  const held = Object.entries(definition.env).filter(([name]) => !Object.hasOwn(masked, name))
  const texts = [...held.map(([, value]) => value), ...definition.args]
  return read.length > 0 || write.length > 0 || secretsNamedIn(texts).length > 0
}
