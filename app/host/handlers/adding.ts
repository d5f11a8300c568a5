/** Servers that come from outside and lie before the person. */
import type { Areas } from '../areas/areas'
import type { HandlersOf } from './handlers-of'

export function addingHandlers({ adding }: Pick<Areas, 'adding'>): HandlersOf<'bundle' | 'adding'> {
  return {
    'bundle.choose': () => adding.choose(),
    'bundle.install': async (input) => ({ serverName: await adding.install(input) }),
    'adding.add-link': async (input) => ({ serverName: await adding.addLink(input) }),
    'adding.read': () => adding.current(),
    'adding.close': ({ id }) => adding.close(id)
  }
}
