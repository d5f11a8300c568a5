/** Where the command line finds the user's data: where the app stores it. */
import path from 'node:path'

interface Surroundings {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
}

export function defaultDataFolder({ platform, environment, home }: Surroundings): string {
  const named = (variable: string) => (environment[variable] ?? '') || null
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Parley')
    case 'win32':
      return path.join(named('APPDATA') ?? path.join(home, 'AppData', 'Roaming'), 'Parley')
    default:
      return path.join(named('XDG_CONFIG_HOME') ?? path.join(home, '.config'), 'Parley')
  }
}
