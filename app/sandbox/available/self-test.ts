/** The part of the self-test that switches the sandbox of macOS on for this computer, if everything in it passes. */
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

/** @throws with each test that failed; the sandbox is then unchanged */
export async function trySeatbelt(
  { dataFolder, version }: Place,
  run: SystemProbe['run'] = thisSystem.run
): Promise<string> {
  const failed = await proveSeatbelt({ file: sandboxProofFile(dataFolder), version }, run)
  if (failed.length === 0) return 'servers can be sandboxed on this Mac from now on'
  const lines = failed.map(({ name, was, words }) => {
    const said = words === '' ? '' : ` (${words})`
    return `“${name}” ${outcomes[was]}${said}`
  })
  throw new Error(`servers can't be sandboxed on this Mac: ${lines.join(', ')}`)
}
