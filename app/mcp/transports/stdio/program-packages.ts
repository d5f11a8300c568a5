/** The packages of a sandboxed server: those that were fetched for it, and no others on this computer. */
import { realpath } from 'node:fs/promises'
import { HostError } from '../../../base/host-error'
import type { WantedPackage } from '../../../sandbox/packages/read-runner'
import type { ProgramToInspect } from '../../interface'
import type { SandboxedPackages } from './sandboxed-packages'
import type { FoundPackage } from './package-pins'

/** Null if it isn't sandboxed, or can't be in this way; its start reports that. */
export async function findProgramPackages(
  { serverName, containment, ...launch }: ProgramToInspect,
  packages: SandboxedPackages
): Promise<readonly FoundPackage[] | null> {
  if (serverName === undefined || containment === undefined) return null
  const found = await packages.find(serverName, launch).catch((error: unknown) => {
    if (error instanceof HostError) return null
    throw error
  })
  if (found === null) return null
  const { call, kept } = found
  const entry = kept === null ? null : await realpath(kept.program).catch(() => null)
  return call.packages.map((wanted, index) => {
    const fixed = fixedVersion(wanted)
    const { version = fixed, integrity = null } = kept?.packages[index] ?? {}
    const pin = { runner: call.runner, name: wanted.name, requested: wanted.range, isFixed: fixed !== null }
    return { ...pin, version, integrity, entry: index === 0 ? entry : null }
  })
}

function fixedVersion({ range }: WantedPackage): string | null {
  return /^(?:===?)?(\d+\.\d+[\w.+!-]*)$/.exec(range ?? '')?.[1] ?? null
}
