/**
 * The proof that the sandbox of macOS was tried on this very computer, as a file that the self-test writes. It holds
 * for one build of macOS, one computer, one version of Parley and one version of its rules. It permits nothing by
 * itself: Parley tries the sandbox again each time it runs.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeWholeFile } from '../../base/write-whole-file'
import type { SystemProbe } from './system-probe'
import { profileVersion } from '../seatbelt/profile'

export interface ProofPlace {
  readonly file: string
  /** Parley's own. */
  readonly version: string
}

export async function hasProof({ file, version }: ProofPlace, run: SystemProbe['run']): Promise<boolean> {
  const wanted = await proofOf(version, run)
  const written = await readFile(file, 'utf8').catch(() => null)
  return wanted !== null && written?.trim() === wanted
}

/** @throws if the computer can't be identified */
export async function writeProof({ file, version }: ProofPlace, run: SystemProbe['run']): Promise<void> {
  const proof = await proofOf(version, run)
  if (proof === null) throw new Error('This computer or its system could not be identified')
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeWholeFile(file, `${proof}\n`, { mode: 0o600 })
}

/** Null: the system didn't say what it is. */
async function proofOf(version: string, run: SystemProbe['run']): Promise<string | null> {
  const [build, computer] = await Promise.all([
    run('/usr/bin/sw_vers', ['-buildVersion']),
    run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'])
  ])
  const id = /"IOPlatformUUID" = "([^"]+)"/.exec(computer.output)?.[1]
  if (!build.isFine || build.output.trim() === '' || id === undefined) return null
  const facts = [build.output.trim(), id, version, profileVersion]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}
