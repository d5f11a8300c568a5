/** A server's tools with a filter, and which of them the model gets. */
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { toolsAtOnce } from '../../../app/contract/limits'
import type { ServerView, ToolChanges, ToolView } from '../../../app/contract/servers'
import { isForModel } from '../../../app/contract/content/tool-ui'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import type { ToolsReading } from './use-tools'
import { SwitchSeveral } from './switch-several'
import { ToolDetails } from './tool-details'
import { classNames } from '../../ui/base/class-names'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './server-tools.module.css'

const shownAtOnce = 50

export interface ServerToolsProps {
  readonly server: ServerView
  readonly reading: ToolsReading
}

export function ServerTools({ server, reading }: ServerToolsProps) {
  const { tools, failure } = reading
  if (failure !== null) return <Notice>{failure}</Notice>
  if (tools === null) return <Spinner label={texts.readingTools()} />
  if (tools.length === 0 && server.state !== 'connected') return <Notice>{texts.toolsNotKnown()}</Notice>
  return <Tools serverName={server.name} tools={tools} onChanged={reading.again} />
}

function Notice({ children }: { readonly children: string }) {
  return (
    <p className={partStyles.inspectUnknown}>
      <VisibleText text={children} />
    </p>
  )
}

interface ToolsProps {
  readonly serverName: string
  readonly tools: readonly ToolView[]
  readonly onChanged: () => void
}

/** Work of the buttons and switches, one at a time. */
function useToolCommands({ serverName, onChanged }: Omit<ToolsProps, 'tools'>) {
  const { pending, failure, run } = useCommand()
  const afterwards = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      onChanged()
    })
  return {
    isBusy: pending !== null,
    failure,
    refresh: () => afterwards(() => call('server.refresh-tools', { serverName })),
    change: ({ name }: ToolView, changes: ToolChanges) =>
      afterwards(() => call('server.set-tools', { serverName, toolNames: [name], ...changes })),
    switchSeveral: (names: readonly string[], isDisabled: boolean) =>
      afterwards(async () => {
        for (let at = 0; at < names.length; at += toolsAtOnce) {
          const toolNames = names.slice(at, at + toolsAtOnce)
          await call('server.set-tools', { serverName, toolNames, isDisabled })
        }
      })
  }
}

function Tools({ serverName, tools, onChanged }: ToolsProps) {
  const [query, setQuery] = useState('')
  const { isBusy, failure, refresh, change, switchSeveral } = useToolCommands({ serverName, onChanged })
  const found = findTools(tools, query)
  return (
    <div className={commonStyles.stack2}>
      <div className={commonStyles.row}>
        <h3 className={partStyles.inspectHeading}>{countWords(tools)}</h3>
        <Button size="small" variant="quiet" icon={RefreshCw} disabled={isBusy} onClick={refresh}>
          {texts.refresh()}
        </Button>
        {tools.length > 0 && (
          // Each switch's accessible name includes the tool's name.
          <span className={classNames(partStyles.inspectHeading, styles.inspectToolsSwitches)} aria-hidden>
            {texts.offerToModel()}
          </span>
        )}
      </div>
      <FailureText text={failure} />
      {tools.length > 8 && (
        <TextField
          type="search"
          label={texts.filterTools()}
          isLabelHidden
          placeholder={texts.filterTools()}
          value={query}
          onChange={setQuery}
        />
      )}
      {tools.length > 1 && (
        <SwitchSeveral tools={found} isOfAll={query.trim() === ''} isBusy={isBusy} onSwitch={switchSeveral} />
      )}
      <ToolRows tools={found} isBusy={isBusy} onChange={change} />
    </div>
  )
}

interface ToolRowsProps {
  readonly tools: readonly ToolView[]
  readonly isBusy: boolean
  readonly onChange: (tool: ToolView, changes: ToolChanges) => void
}

function ToolRows({ tools, isBusy, onChange }: ToolRowsProps) {
  const [shownCount, setShownCount] = useState(shownAtOnce)
  return (
    <>
      {tools.slice(0, shownCount).map((tool) => (
        <ToolDetails
          key={tool.name}
          tool={tool}
          isBusy={isBusy}
          onChange={(changes) => onChange(tool, changes)}
        />
      ))}
      {tools.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          {texts.showMore({ count: tools.length - shownCount })}
        </Button>
      )}
    </>
  )
}

function findTools(tools: readonly ToolView[], query: string): readonly ToolView[] {
  const words = query.toLowerCase()
  return tools.filter((tool) =>
    `${tool.name} ${tool.title ?? ''} ${tool.description}`.toLowerCase().includes(words)
  )
}

/** `13 tools`, `13 tools, 11 offered to the model`, or that there are none. */
function countWords(tools: readonly ToolView[]): string {
  const count = tools.length
  if (count === 0) return texts.noTools()
  const usable = tools.filter(({ problem, isDisabled }) => problem === null && !isDisabled)
  const offered = usable.filter(isForModel).length
  return offered === count ? texts.toolCount({ count }) : texts.toolCountOffered({ count, offered })
}
