/** The dialog `Servers`: the list of all servers, their offers, or the view that adds one. */
import { Tabs } from '@base-ui/react/tabs'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { DirectoryWay } from '../../app/contract/servers/directory'
import type { ServerView } from '../../app/contract/servers'
import { useProjection } from '../state/projection'
import { Button, Spinner } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { latePart } from '../ui/controls/late-part'
import { AddServer } from './edit/add-server'
import { ProposedServer } from './edit/proposed-server'
import { OffersView } from './offers/offers-view'
import { ServerList } from './server-list'
import { directory } from '../../app/texts/compiled/window/directory'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import commonStyles from '../parts/common.module.css'
import styles from './servers-dialog.module.css'
import { notShown } from '../../app/texts/compiled/window/notShown'
import { ManagedList } from '../parts/managed-list'
import { ManagedSandbox } from '../parts/managed-sandbox'

const words = {
  none: texts.noneMayRun,
  only: texts.onlyTheseMayRun,
  onlyAndMore: texts.onlyTheseAndMoreMayRun
}

export interface ServersDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The server whose log is unfolded initially. Default none. */
  readonly logOf?: string | null
  /** Begins with the form for a new one. */
  readonly adds?: boolean
}

export function ServersDialog({ open, onClose, logOf = null, adds = false }: ServersDialogProps) {
  const servers = useProjection((state) => state.servers)
  // Before the host's state arrives it is unknown whether there are servers.
  const isReady = useProjection((state) => state.isReady)
  const [isAdding, setIsAdding] = useState(false)
  const isEmpty = isReady && servers.length === 0
  useEffect(() => {
    // However it was closed, also by another dialog: it opens with the list.
    if (!open) setIsAdding(false)
    // Otherwise the view would be replaced after adding the first server, before it asked for secrets.
    else if (isEmpty || adds) setIsAdding(true)
  }, [open, isEmpty, adds])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title()}
      size="large"
      className={styles.serversDialog}
      plainText={() => JSON.stringify(servers, null, 2)}
    >
      <ManagedServers />
      {!isReady ? (
        <Spinner label={texts.loading()} />
      ) : isAdding || isEmpty ? (
        <Adding canGoBack={servers.length > 0} onDone={() => setIsAdding(false)} />
      ) : (
        <Views servers={servers} logOf={logOf} onAdd={() => setIsAdding(true)} />
      )}
    </Dialog>
  )
}

const DirectoryView = latePart(async () => (await import('./directory/directory-view')).DirectoryView)

interface AddingProps {
  readonly canGoBack: boolean
  readonly onDone: () => void
}

type Place = 'ways' | 'directory' | { readonly title: string; readonly way: DirectoryWay }

/** The ways to add one, the directory, or the form that a directory entry filled in. */
function Adding({ canGoBack, onDone }: AddingProps) {
  const [place, setPlace] = useState<Place>('ways')
  if (place === 'ways')
    return <AddServer canGoBack={canGoBack} onDone={onDone} onBrowse={() => setPlace('directory')} />
  if (place === 'directory')
    return (
      <Suspense fallback={<Spinner label={directory.loading()} />}>
        <DirectoryView onBack={() => setPlace('ways')} onAdd={(title, way) => setPlace({ title, way })} />
      </Suspense>
    )
  return <ProposedServer {...place} onBack={() => setPlace('directory')} onDone={onDone} />
}

interface ViewsProps {
  readonly servers: readonly ServerView[]
  readonly logOf: string | null
  readonly onAdd: () => void
}

/** The list comes first; offers are read when opened. */
function Views({ servers, logOf, onAdd }: ViewsProps) {
  return (
    <Tabs.Root defaultValue="servers" className={commonStyles.stack3}>
      <div className={styles.serverToolbar}>
        <Tabs.List className={styles.serverTabs} aria-label={texts.views()}>
          <Tabs.Tab value="servers" className={styles.serverTab}>
            {texts.allServers()}
          </Tabs.Tab>
          <Tabs.Tab value="offers" className={styles.serverTab}>
            {texts.offersTab()}
          </Tabs.Tab>
        </Tabs.List>
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {texts.addServer()}
        </Button>
      </div>
      <Tabs.Panel value="servers">
        <ServerList servers={servers} logOf={logOf} />
      </Tabs.Panel>
      <Tabs.Panel value="offers">
        <RenderBoundary sentence={notShown.offers()} text={() => JSON.stringify(servers, null, 2)}>
          <OffersView servers={servers} />
        </RenderBoundary>
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** Which servers an administrator allows, shown above the list of servers. */
function ManagedServers() {
  const managed = useProjection((state) => state.settings.managed)
  if (managed === undefined) return null
  return (
    <>
      {managed.limitsServers && (
        <ManagedList allowed={managed.allowedServers} file={managed.file} texts={words} />
      )}
      <ManagedSandbox />
    </>
  )
}
