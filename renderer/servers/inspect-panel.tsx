/** What a server says of itself and the tools it offers, all of it untrusted text. */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ServerView, ToolView } from '../../app/contract/servers'
import { call, failureMessage } from '../bridge/call'
import { Button, Spinner } from '../ui/button'
import { Clamp } from '../ui/clamp'
import { VisibleText } from '../ui/hidden-characters'
import { TextField } from '../ui/text-field'
import './inspect-panel.css'
import { ToolDetails } from './tool-details'

export function InspectPanel({ server }: { readonly server: ServerView }) {
  return (
    <section className="server-panel" aria-label={`About ${server.name}`}>
      <dl className="inspect-facts">
        <Fact label="Calls itself">{server.title}</Fact>
        <Fact label="Version">{server.version}</Fact>
        <Fact label="Protocol">{server.protocolVersion}</Fact>
        <Fact label="Capabilities">
          {server.capabilities.length === 0 ? null : server.capabilities.join(', ')}
        </Fact>
      </dl>
      {server.instructions !== null && (
        <div className="inspect-instructions">
          <h4 className="inspect-heading">Instructions for the model, in the server’s words</h4>
          <Clamp>
            <p>
              <VisibleText text={server.instructions} />
            </p>
          </Clamp>
        </div>
      )}
      <Tools server={server} />
    </section>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === null ? (
          <span className="inspect-unknown">not said</span>
        ) : (
          <VisibleText text={children} />
        )}
      </dd>
    </div>
  )
}

const shownAtOnce = 50

function Tools({ server }: { readonly server: ServerView }) {
  const { tools, failure } = useTools(server)
  const [query, setQuery] = useState('')
  const [shownCount, setShownCount] = useState(shownAtOnce)
  if (failure !== null) return <Notice>{failure}</Notice>
  if (tools === null) return <Spinner label="Reading the tools" />
  if (tools.length === 0)
    return (
      <Notice>
        {server.state === 'connected' ? 'It offers no tools.' : 'Its tools are known once it is connected.'}
      </Notice>
    )
  const words = query.toLowerCase()
  const found = tools.filter((tool) =>
    `${tool.name} ${tool.title ?? ''} ${tool.description}`.toLowerCase().includes(words)
  )
  return (
    <div className="inspect-tools">
      <h4 className="inspect-heading">
        {tools.length} {tools.length === 1 ? 'tool' : 'tools'}
      </h4>
      {tools.length > 8 && (
        <TextField
          type="search"
          label="Filter tools"
          isLabelHidden
          placeholder="Filter tools"
          value={query}
          onChange={setQuery}
        />
      )}
      {found.slice(0, shownCount).map((tool) => (
        <ToolDetails key={tool.name} tool={tool} />
      ))}
      {found.length > shownCount && (
        <Button size="small" onClick={() => setShownCount(shownCount + shownAtOnce)}>
          Show more ({found.length - shownCount} not shown)
        </Button>
      )}
    </div>
  )
}

function Notice({ children }: { readonly children: ReactNode }) {
  return <p className="inspect-unknown">{children}</p>
}

function useTools(server: ServerView): {
  readonly tools: readonly ToolView[] | null
  readonly failure: string | null
} {
  const [tools, setTools] = useState<readonly ToolView[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    call('server.list-tools', { serverName: server.name }).then(
      (read) => {
        if (!isCurrent) return
        setTools(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
  }, [server])
  return { tools, failure }
}
