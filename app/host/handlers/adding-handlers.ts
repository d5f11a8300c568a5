/** Servers from outside that are shown before they are added, and the directories that offer them. */
import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function addingHandlers({
  adding,
  directory
}: Pick<Areas, 'adding' | 'directory'>): AreaHandlers<'bundle' | 'adding' | 'directory'> {
  return {
    'bundle.choose': () => adding.choose(),
    'bundle.install': async (input) => ({ serverName: await adding.install(input) }),
    'adding.add-link': async (input) => ({ serverName: await adding.addLink(input) }),
    'adding.download': ({ id }) => adding.download(id),
    'adding.read': () => adding.current(),
    'adding.close': ({ id }) => adding.close(id),
    'directory.read': ({ source, ...query }) => directory.sourceOf(source).list(query),
    'directory.versions': ({ source, name }) => directory.sourceOf(source).versions(name),
    'directory.get-bundle': ({ url, sha256 }) => adding.offerBundle(url, sha256),
    'directory.installed': () => directory.installed(),
    'directory.update': (wanted) => directory.update(wanted)
  }
}
