/** Entry of the page: draws the frame at once, follows the host, then opens the newest conversation. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { languages } from '../app/contract/limits'
import { report } from './bridge/report'
import { subscribe } from './bridge/subscribe'
import { takeDroppedFolders } from './shell/dropped-folders-view-store'
import { InLanguage, loadLanguage } from './shell/in-language'
import { Layout } from './shell/layout'
import { carryOutMenuCommand } from './shell/menu-commands'
import { openNewest } from './shell/open-newest'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

// The last start's language, so that the first frame is in it; the settings have the last word.
const begun = languages.find((language) => location.hash === `#${language}`) ?? 'en'
if (begun === 'en') draw(root)
else void loadLanguage(begun).then(() => draw(root), report)

function draw(element: HTMLElement): void {
  createRoot(element).render(
    // The content policy allows no style elements; what they would say stands in reset.css.
    <CSPProvider disableStyleElements>
      <InLanguage>
        <Layout />
      </InLanguage>
    </CSPProvider>
  )
}

const { ready } = subscribe((event) => {
  carryOutMenuCommand(event)
  takeDroppedFolders(event)
})
void ready.then(openNewest).catch(report)
