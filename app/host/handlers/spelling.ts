import type { Areas } from '../areas/areas'
import type { HandlersOf } from './handlers-of'

export function spellingHandlers({ spelling }: Pick<Areas, 'spelling'>): HandlersOf<'spelling'> {
  return {
    'spelling.check': async ({ words }) => ({
      wrong: [...(await spelling.check(words))],
      language: await spelling.language()
    }),
    'spelling.read': () => spelling.read()
  }
}
