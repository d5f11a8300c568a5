/** Entry of the page: draws the frame at once, follows the host, then opens what main put behind the address. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { readFragment } from '../app/contract/bridge/beginning'
import { report } from './bridge/report'
import { subscribe } from './bridge/subscribe'
import { saveDrafts } from './conversation/content/save-drafts'
import { takeDroppedFolders } from './shell/dropped-folders-view-store'
import { InLanguage, loadLanguage } from './shell/in-language'
import { Layout } from './shell/layout'
import { carryOutMenuCommand } from './shell/menu-commands'
import { navigate } from './shell/navigation-view-store'
import { draftsFor, openFirstView } from './shell/open-first-view'
import { useProjection } from './state/projection'
import { pauseCaret } from './ui/base/pause-caret'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

// The last start's language, so that the first frame uses it; the settings override it.
const { language, view } = readFragment(location.hash)
if (view.type === 'quick') navigate.beQuick()
if (language === 'en') draw(root)
else void loadLanguage(language).then(() => draw(root), report)

function draw(element: HTMLElement): void {
  createRoot(element).render(
    // The content security policy allows no style elements; reset.css contains their rules.
    <CSPProvider disableStyleElements>
      <InLanguage>
        <Layout />
      </InLanguage>
    </CSPProvider>
  )
}

pauseCaret()
const { ready } = subscribe((event) => {
  carryOutMenuCommand(event)
  takeDroppedFolders(event)
})
void ready
  .then(() => saveDrafts(draftsFor(view, useProjection.getState().storedDrafts)))
  .then(() => openFirstView(view))
  .catch(report)
