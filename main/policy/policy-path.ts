/** The path of this computer's policy: only its administrator can write there. */
import path from 'node:path'

interface Surroundings {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A user who can set a variable must not be able to override the policy. */
  readonly isPackaged: boolean
  /** The folder of Windows that all users of a computer share. No variable may name it. */
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
