/** Whether walls keep in what they let a server have. Pure. */
import { secretsNamedIn } from '../../contract/choices/secret-names'
import type { ServerDefinition } from '../../settings/definition'

/** What it may read, and the secrets that it holds itself, could leave by the hosts that it may reach without a question. */
export function isPartlySandboxed(definition: ServerDefinition): boolean {
  if (definition.transport !== 'stdio' || definition.containment === undefined) return false
  const { read, write, hosts, masked = {} } = definition.containment
  if (hosts.length === 0) return false
  const held = Object.entries(definition.env).filter(([name]) => !Object.hasOwn(masked, name))
  const texts = [...held.map(([, value]) => value), ...definition.args]
  return read.length > 0 || write.length > 0 || secretsNamedIn(texts).length > 0
}
