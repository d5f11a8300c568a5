/** Entry of the page: draws the frame at once, follows the host, then opens what main put behind the address. */
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readFragment } from '../app/contract/bridge/beginning'
import { loadLateTexts } from './bridge/late-texts'
import { report } from './bridge/report'
import { subscribe } from './bridge/subscribe'
import { saveDrafts } from './conversation/content/save-drafts'
import { dropFirstFrame } from './shell/drop-first-frame'
import { takeDroppedFolders } from './shell/dropped-folders-view-store'
import { loadLanguage } from './shell/in-language'
import { loadWhenIdle } from './shell/load-when-idle'
import { carryOutMenuCommand } from './shell/menu-commands'
import { draftsFor, openFirstView } from './shell/open-first-view'
import { retryStyles } from './shell/retry-styles'
import { WholeWindow } from './shell/whole-window'
import { useProjection } from './state/projection'
import { loadStateParts } from './ui/controls/late-part'
import { pauseCaret } from './ui/base/pause-caret'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

// The last start's language, so that the first frame uses it; the settings override it.
const { language, view } = readFragment(location.hash)
const drawn = loadLanguage(language, ['frame'])
  .catch((error: unknown) => {
    report(error)
    dropFirstFrame(root)
  })
  .then(() => draw(root))

/** Takes over the frame that the build has drawn. There is none in development. */
function draw(element: HTMLElement): void {
  if (element.hasChildNodes()) hydrateRoot(element, <WholeWindow />)
  else createRoot(element).render(<WholeWindow />)
}

pauseCaret()
retryStyles()
const { ready } = subscribe(
  (event) => {
    carryOutMenuCommand(event)
    takeDroppedFolders(event)
  },
  // A part that can't be loaded says so in its place, and doesn't keep the others from the state.
  () => drawn.then(() => Promise.all([loadLateTexts(), loadStateParts().catch(report)]))
)
void ready
  .then(() => saveDrafts(draftsFor(view, useProjection.getState().storedDrafts)))
  .then(() => openFirstView(view))
  .finally(() => loadWhenIdle())
  .catch(report)
