/** Entry of the page: draws the frame at once, follows the host, then opens the newest conversation. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { report } from './bridge/report'
import { subscribe } from './bridge/subscribe'
import { takeDroppedFolders } from './shell/dropped-folders-view-store'
import { Layout } from './shell/layout'
import { carryOutMenuCommand } from './shell/menu-commands'
import { openNewest } from './shell/open-newest'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

createRoot(root).render(
  // The content policy allows no style elements; what they would say stands in theme.css.
  <CSPProvider disableStyleElements>
    <Layout />
  </CSPProvider>
)

const { ready } = subscribe((event) => {
  carryOutMenuCommand(event)
  takeDroppedFolders(event)
})
void ready.then(openNewest, report)
