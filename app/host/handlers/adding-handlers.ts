/** Servers from outside: shown before they are added, offered by directories, or found in other apps. */
import { homedir } from 'node:os'
import { findSecrets } from '../../base/secret-forms'
import { OtherApps } from '../../settings/other-apps/other-apps'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import { createTypedSecrets } from '../areas/secrets-area'
import type { AreaHandlers } from './area-handlers'

export function addingHandlers({
  adding,
  directory
}: Pick<Areas, 'adding' | 'directory'>): AreaHandlers<'bundle' | 'adding' | 'directory'> {
  return {
    'bundle.choose': () => adding.choose(),
    'bundle.install': async (input) => ({ serverName: await adding.install(input) }),
    'adding.add-link': async (input) => ({ serverName: await adding.addLink(input) }),
    'adding.add-recording': async ({ id }) => ({ serverName: await adding.addShownRecording(id) }),
    'adding.download': ({ id }) => adding.download(id),
    'adding.read': () => adding.current(),
    'adding.close': ({ id }) => adding.close(id),
    'directory.read': ({ source, ...query }) => directory.sourceOf(source).list(query),
    'directory.read-versions': ({ source, name }) => directory.sourceOf(source).versions(name),
    'directory.get-bundle': ({ url, sha256 }) => adding.offerBundle(url, sha256),
    'directory.list-installed': () => directory.installed(),
    'directory.update': (wanted) => directory.update(wanted)
  }
}

export function otherAppHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'servers' | 'settings' | 'consent'>
): AreaHandlers<'other-apps'> {
  const { app, environment, newId, secrets } = ports
  const platform = app.platform as NodeJS.Platform
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir()
  const typed = createTypedSecrets(ports, areas)
  const otherApps = new OtherApps({
    system: { platform, home, environment },
    settings: areas.settings,
    findSecrets,
    newId,
    isStored: async (name) => (await secrets.read(name)) !== null,
    keepSecrets: (serverName, moved) => typed.keep(serverName, moved)
  })
  return {
    'other-apps.find': () => otherApps.find(),
    'other-apps.import': async ({ servers }) => ({ added: await otherApps.add(servers) })
  }
}
