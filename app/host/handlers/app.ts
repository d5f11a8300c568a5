/** The program itself, and links. */
import { toFileName } from '../../base/file-name'
import { judgeLink } from '../../server-requests/judge-link'
import type { Areas } from '../areas/areas'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

/** Name of the fact that keeps the welcome from coming back. */
export const welcomeFinished = 'welcome-finished'

export function appHandlers(
  ports: Ports,
  { roots }: Pick<Areas, 'roots'>
): Omit<HandlersOf<'app' | 'link'>, 'app.snapshot'> {
  return {
    'app.finish-welcome': () => ports.history.writeFact(welcomeFinished, 'true'),
    'app.copy-text': ({ text }) => ports.copyText(text),
    'app.choose-folder': async () => ({ path: await ports.chooseFolder() }),
    'app.save-file': async ({ suggestedName, data }) => {
      return { path: await ports.saveFile(toFileName(suggestedName), Buffer.from(data, 'base64')) }
    },
    'app.drop-folders': ({ paths }) => roots.drop(paths),
    'link.judge': ({ url }) => ({ warnings: [...judgeLink(url).warnings] }),
    'link.open': ({ url }) => ports.openLink(url)
  }
}
