/** How a package is downloaded, and what is read of the result. No code of the package runs meanwhile. */
import type { KeptPackage, KeptPackages } from './package-store'
import type { PackageCall } from './read-runner'

/** A version that was downloaded before and is downloaded again. */
export type Pin = Pick<KeptPackage, 'name' | 'version' | 'integrity'>

export interface FetchStep {
  /** Its arguments; the program is `FetchPlan.program`. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface FetchPlan {
  /** The downloading program, which is searched for next to the runner. */
  readonly program: 'npm' | 'uv'
  /** The user's files that name registries, whether they exist or not. */
  readonly settingFiles: (home: string, environment: Readonly<Record<string, string>>) => readonly string[]
  /** Prints the settings; null: they are read from the files. */
  readonly askSettings: (folder: string) => FetchStep | null
  /** Addresses of the registries, from the output of `askSettings` or from the files. */
  readonly registriesIn: (
    text: string,
    call: PackageCall,
    environment: Readonly<Record<string, string>>
  ) => Registries
  readonly fetch: (call: PackageCall, folder: string, pins: readonly Pin[]) => FetchStep
  /** @throws HostError SERVER_NOT_CONTAINED: the result has no such program */
  readonly readFetched: (call: PackageCall, folder: string) => Promise<KeptPackages>
}

export interface Registries {
  readonly addresses: readonly string[]
  /** Further files that are read for the connection: certificates. */
  readonly files: readonly string[]
}
