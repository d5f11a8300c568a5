/** How a package is fetched, and what is looked up in what came: nothing of the package itself runs meanwhile. */
import type { KeptPackage, KeptPackages } from './package-store'
import type { PackageCall } from './read-runner'

/** A version that was fetched once and is to be fetched again. */
export type Pin = Pick<KeptPackage, 'name' | 'version' | 'integrity'>

export interface FetchStep {
  /** Its arguments; the program is `FetchPlan.program`. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface FetchPlan {
  /** What fetches: to be searched for beside the runner. */
  readonly program: 'npm' | 'uv'
  /** Files of the person in which registries are named, there or not. */
  readonly settingFiles: (home: string, environment: Readonly<Record<string, string>>) => readonly string[]
  /** Tells the settings on its output; null: they are read from the files. */
  readonly askSettings: (folder: string) => FetchStep | null
  /** Addresses of the registries, by what `askSettings` or the files said. */
  readonly registriesIn: (
    text: string,
    call: PackageCall,
    environment: Readonly<Record<string, string>>
  ) => Registries
  readonly fetch: (call: PackageCall, folder: string, pins: readonly Pin[]) => FetchStep
  /** @throws HostError SERVER_NOT_CONTAINED: what came has no such program */
  readonly readFetched: (call: PackageCall, folder: string) => Promise<KeptPackages>
}

export interface Registries {
  readonly addresses: readonly string[]
  /** Further files that are read to reach them: certificates. */
  readonly files: readonly string[]
}
