/** All servers with a filter; one at a time can be unfolded to its log or entry. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { useRead } from '../bridge/use-read'
import { Button } from '../ui/controls/button'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { VisibleText } from '../ui/base/hidden-characters'
import { TextField } from '../ui/controls/text-field'
import { GroupSwitches } from './group-switches'
import { ServerItem } from './server-item'
import type { ServerItemProps } from './server-item'
import { filterServers, type ServerPanel } from './status/server-state'
import { useFailedFirst } from './status/use-failed-first'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import partStyles from './status/server-parts.module.css'
import commonStyles from '../parts/common.module.css'
import { notShown } from '../../app/texts/compiled/window/notShown'

export interface ServerListProps {
  readonly servers: readonly ServerView[]
  /** The server whose log is unfolded initially; null: none. */
  readonly logOf: string | null
}

/** From this many servers on there is a filter. */
const manyServers = 6
const shownAtOnce = 100

interface Unfolded {
  readonly serverName: string
  readonly panel: ServerPanel
}

export function ServerList({ servers, logOf }: ServerListProps) {
  const [query, setQuery] = useState(servers.length > shownAtOnce ? (logOf ?? '') : '')
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const [unfolded, setUnfolded] = useState<Unfolded | null>(
    logOf === null ? null : { serverName: logOf, panel: 'log' }
  )
  const { ordered, watch } = useFailedFirst(servers)
  const found = useMemo(() => filterServers(ordered, query), [ordered, query])
  const toolNames = useToolNames(servers)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (logOf !== null)
      list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: 'center' })
  }, [logOf])
  const toggle = useCallback((serverName: string, panel: ServerPanel | null) => {
    setUnfolded((current) => {
      const isOpen = current?.serverName === serverName && current.panel === panel
      return panel === null || isOpen ? null : { serverName, panel }
    })
  }, [])
  return (
    <div className={commonStyles.stack3}>
      {servers.length >= manyServers && (
        <TextField
          type="search"
          label={texts.filterServers()}
          isLabelHidden
          placeholder={texts.filterServersBy()}
          value={query}
          onChange={setQuery}
        />
      )}
      <GroupSwitches servers={servers} found={servers.length >= manyServers ? found : null} />
      <ul ref={list} className={commonStyles.stack3} aria-label={texts.title()} {...watch}>
        {found.slice(0, shownCount).map((server) => (
          <GuardedItem
            key={server.name}
            server={server}
            toolNames={server.state === 'connected' ? (toolNames.get(server.name) ?? '') : ''}
            panel={unfolded?.serverName === server.name ? unfolded.panel : null}
            onPanel={toggle}
          />
        ))}
      </ul>
      {found.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {texts.showMore({ count: found.length - shownCount })}
        </Button>
      )}
      {found.length === 0 && (
        <p className={partStyles.serverCount}>
          <VisibleText text={texts.noServerFits({ words: query })} />
        </p>
      )}
    </div>
  )
}

function GuardedItem(props: ServerItemProps) {
  const { server } = props
  return (
    <RenderBoundary
      sentence={notShown.server()}
      text={() => JSON.stringify(server, null, 2)}
      resetKeys={[server]}
      renderFailure={(failure) => <li>{failure}</li>}
    >
      <ServerItem {...props} />
    </RenderBoundary>
  )
}

const noNames: ReadonlyMap<string, string> = new Map()
const mostTools = 200

/** A line per server with its tools' names, read again when a server comes, goes or changes its number of tools. */
function useToolNames(servers: readonly ServerView[]): ReadonlyMap<string, string> {
  const freshness = servers.map(({ name, state, toolCount }) => `${name} ${state} ${toolCount}`).join('\n')
  const { value } = useRead({
    key: 'tools',
    read: () => call('tool.search', { query: '', limit: mostTools }),
    freshness
  })
  return useMemo(() => {
    if (value === null) return noNames
    const names = new Map<string, string>()
    for (const { serverName, name } of value)
      names.set(serverName, names.has(serverName) ? `${names.get(serverName)}, ${name}` : name)
    return names
  }, [value])
}
