/** The part of the self-test that switches the macOS sandbox on for this computer, if everything in it passes. */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { sandboxProofFile } from '../../base/sandbox-proof-file'
import { thisSystem, type SystemProbe } from './system-probe'
import { proveSeatbelt } from './find-seatbelt'

interface Place {
  readonly dataFolder: string
  /** Parley's own. */
  readonly version: string
}

const outcomes = {
  allowed: 'was allowed',
  refused: "didn't work",
  unclear: "didn't work without the sandbox either",
  endless: "didn't end in time"
} as const

/** Writes a proof into `dataFolder`, which counts only there. @throws with each test that failed */
export async function trySeatbelt(
  { dataFolder, version }: Place,
  run: SystemProbe['run'] = thisSystem.run
): Promise<string> {
  const failed = await proveSeatbelt({ file: sandboxProofFile(dataFolder), version }, run)
  if (failed.length === 0) return 'refuses and allows what it should'
  const lines = failed.map(({ name, was, words }) => {
    const said = words === '' ? '' : ` (${words})`
    return `“${name}” ${outcomes[was]}${said}`
  })
  throw new Error(`servers can't be sandboxed on this Mac: ${lines.join(', ')}`)
}

/** Switches the sandbox on for `dataFolder` if a server has run in it, too. Otherwise off, also after an earlier success. */
export async function keepProof(
  { triedIn, dataFolder }: { readonly triedIn: string; readonly dataFolder: string },
  hasServerRun: boolean
): Promise<void> {
  if (!hasServerRun) return await rm(sandboxProofFile(dataFolder), { force: true })
  await mkdir(dataFolder, { recursive: true })
  await copyFile(sandboxProofFile(triedIn), sandboxProofFile(dataFolder))
}
