/**
 * Whether servers can run in the sandbox of macOS: once its self-test has succeeded on this very computer. Each run of
 * Parley tries it again, so that neither a copied proof nor a changed system counts.
 */
import { rm } from 'node:fs/promises'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import type { SystemProbe } from './system-probe'
import { selfTestCommand } from './commands'
import { hasProof, writeProof, type ProofPlace } from './seatbelt-proof'
import { runProbes, sandboxExec, type FailedProbe } from './seatbelt-probes'

export interface Seatbelt {
  readonly type: 'seatbelt'
  readonly sandboxExec: string
}

/** @throws HostError SERVER_NOT_CONTAINED: with the command of the self-test */
export async function findSeatbelt(proof: ProofPlace | null, run: SystemProbe['run']): Promise<Seatbelt> {
  const command = selfTestCommand
  if (proof === null || !(await hasProof(proof, run)))
    throw new HostError('SERVER_NOT_CONTAINED', say('containment.untestedMac', { command }))
  const [failed] = await runProbes(run)
  if (failed !== undefined)
    throw new HostError(
      'SERVER_NOT_CONTAINED',
      say('containment.failedOnMac', { name: failed.name, command })
    )
  return { type: 'seatbelt', sandboxExec }
}

/** The self-test: writes the proof if nothing failed, and removes an older one otherwise. */
export async function proveSeatbelt(
  proof: ProofPlace,
  run: SystemProbe['run']
): Promise<readonly FailedProbe[]> {
  // An end in between leaves the sandbox off.
  await rm(proof.file, { force: true })
  const failed = await runProbes(run)
  if (failed.length === 0) await writeProof(proof, run)
  return failed
}
