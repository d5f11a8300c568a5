/** Packages that the settings' entries run, read again whenever the servers change. */
import { useEffect, useState } from 'react'
import type { DirectoryEntry, DirectoryWay, InstalledPackage } from '../../../app/contract/servers/directory'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'

export interface InstalledServers {
  readonly packages: readonly InstalledPackage[]
  readonly readAgain: () => void
}

export function useInstalled(): InstalledServers {
  const servers = useProjection((state) => state.servers)
  const [packages, setPackages] = useState<readonly InstalledPackage[]>([])
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call('directory.list-installed', {}).then((found) => isCurrent && setPackages(found), report)
    return () => void (isCurrent = false)
  }, [servers, attempt])
  return { packages, readAgain: () => setAttempt((before) => before + 1) }
}

export function installedAs(
  option: DirectoryWay,
  packages: readonly InstalledPackage[]
): readonly InstalledPackage[] {
  const identifier = option.launch?.kind === 'address' ? option.launch.url : nameOf(option)
  return packages.filter((item) => item.type === option.type && item.identifier === identifier)
}

export function isInstalled({ ways }: DirectoryEntry, packages: readonly InstalledPackage[]): boolean {
  return ways.some((way) => installedAs(way, packages).length > 0)
}

/** An image without tag and digest. */
function nameOf({ type, identifier }: DirectoryWay): string {
  return type === 'oci' ? identifier.replace(/@.*$/, '').replace(/:[^/:]*$/, '') : identifier
}
