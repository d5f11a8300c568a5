/** Where the policy of this computer lies: a place that only its administrator can write to. */
import path from 'node:path'

interface Surroundings {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whoever can set a variable must not be able to set the policy aside. */
  readonly isPackaged: boolean
  /** The folder of Windows that all people of a computer share; no variable says where. */
  readonly programData: () => string
}

export function policyPath({ platform, environment, isPackaged, programData }: Surroundings): string {
  const named = environment['PARLEY_POLICY'] ?? ''
  if (!isPackaged && named !== '') return path.resolve(named)
  switch (platform) {
    case 'darwin':
      return '/Library/Application Support/Parley/policy.json'
    case 'win32':
      return path.win32.join(programData(), 'Parley', 'policy.json')
    default:
      return '/etc/parley/policy.json'
  }
}
