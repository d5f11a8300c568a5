/** All servers with a filter; one at a time can be unfolded to its log, its description or its entry. */
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ServerView } from '../../app/contract/servers'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'
import { ServerItem } from './server-item'
import { filterServers, type ServerPanel } from './server-state'

export interface ServerListProps {
  readonly servers: readonly ServerView[]
  readonly onAdd: () => void
}

/** A filter helps from here on. */
const manyServers = 6
const shownAtOnce = 100

interface Unfolded {
  readonly serverName: string
  readonly panel: ServerPanel
}

export function ServerList({ servers, onAdd }: ServerListProps) {
  const [query, setQuery] = useState('')
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const [unfolded, setUnfolded] = useState<Unfolded | null>(null)
  const found = useMemo(() => filterServers(servers, query), [servers, query])
  const toggle = useCallback((serverName: string, panel: ServerPanel | null) => {
    setUnfolded((current) => {
      const isOpen = current?.serverName === serverName && current.panel === panel
      return panel === null || isOpen ? null : { serverName, panel }
    })
  }, [])
  return (
    <div className="server-view">
      <div className="server-toolbar">
        {servers.length >= manyServers ? (
          <TextField
            type="search"
            label="Filter servers"
            isLabelHidden
            placeholder="Filter by name, command or state"
            value={query}
            onChange={setQuery}
          />
        ) : (
          <p className="server-count">{summarize(servers)}</p>
        )}
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          Add server
        </Button>
      </div>
      <ul className="server-list" aria-label="Servers">
        {found.slice(0, shownCount).map((server) => (
          <ServerItem
            key={server.name}
            server={server}
            panel={unfolded?.serverName === server.name ? unfolded.panel : null}
            onPanel={toggle}
          />
        ))}
      </ul>
      {found.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + shownAtOnce)}>
          Show more ({found.length - shownCount} not shown)
        </Button>
      )}
      {found.length === 0 && <p className="server-count">No server matches “{query}”.</p>}
    </div>
  )
}

function summarize(servers: readonly ServerView[]): string {
  const connected = servers.filter(({ state }) => state === 'connected').length
  return `${connected} of ${servers.length} connected`
}
