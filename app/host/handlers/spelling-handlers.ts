import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

type WordPorts = Pick<HostPorts, 'showWordMenu'>
type WordAreas = Pick<Areas, 'spelling'>

export function spellingHandlers(ports: WordPorts, areas: WordAreas): AreaHandlers<'spelling'> {
  const { spelling } = areas
  let isOffering = false
  return {
    'spelling.check': async ({ words }) => ({ wrong: [...(await spelling.check(words))] }),
    'spelling.offer': async (offer) => {
      // So that a compromised page can't open many menus.
      if (isOffering) return { isRight: false }
      isOffering = true
      try {
        return await offerWords(ports, areas, offer)
      } finally {
        isOffering = false
      }
    },
    'spelling.read': () => spelling.read()
  }
}

async function offerWords(
  { showWordMenu }: WordPorts,
  { spelling }: WordAreas,
  { word, x, y }: CallInput<'spelling.offer'>
): Promise<CallOutput<'spelling.offer'>> {
  const suggestions = await spelling.suggest(word)
  const choice = await showWordMenu({ word, suggestions, x, y })
  if (choice === 'learn') await spelling.learn(word)
  if (choice === 'ignore') spelling.ignore(word)
  return { isRight: choice !== null }
}
