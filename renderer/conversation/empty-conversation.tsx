/** What a conversation without messages says to do first; it depends on servers and model. */
import { MessagesSquare, Plug, Wrench } from 'lucide-react'
import type { ToolSummary } from '../../app/contract/servers'
import { Button } from '../ui/controls/button'
import { EmptyState } from '../ui/controls/empty-state'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { examplePrompts } from './example-prompts'
import { classNames } from '../ui/base/class-names'
import styles from './empty-conversation.module.css'

export interface EmptyConversationProps {
  /** Servers in the settings, connected or not. */
  readonly serverCount: number
  readonly connectedCount: number
  readonly isDirect: boolean
  /** All usable tools. */
  readonly tools: readonly ToolSummary[]
  readonly onOpenServers: () => void
  readonly onPrompt: (text: string) => void
  readonly onTool: (tool: ToolSummary) => void
}

export function EmptyConversation(props: EmptyConversationProps) {
  if (props.serverCount === 0 || (props.isDirect && props.connectedCount === 0))
    return <NoServer {...props} />
  return props.isDirect ? <FirstTool {...props} /> : <FirstPrompt {...props} />
}

function NoServer({ serverCount, onOpenServers }: EmptyConversationProps) {
  return (
    <EmptyState
      icon={Plug}
      title={serverCount === 0 ? 'Add your first server' : 'No server is connected'}
      actions={
        <Button variant="primary" onClick={onOpenServers}>
          {serverCount === 0 ? 'Add a server' : 'Show servers'}
        </Button>
      }
    >
      {serverCount === 0
        ? 'Servers bring the tools: files, notes, search, anything that speaks the Model Context Protocol. Nothing runs before you have allowed it.'
        : 'Tools come from connected servers. Start one, or see what keeps it from starting.'}
    </EmptyState>
  )
}

function FirstTool({ tools, onTool }: EmptyConversationProps) {
  const offered = tools.filter(({ problem }) => problem === null).slice(0, 6)
  return (
    <EmptyState icon={Wrench} title="Type a tool’s name">
      <p>
        Start typing below and pick a tool; Parley asks for its arguments and for your yes. No language model
        is involved.
      </p>
      <ul className={styles.starters} aria-label="Tools to try">
        {offered.map((tool) => (
          <li key={`${tool.serverName}/${tool.name}`}>
            <Button
              size="small"
              className={styles.starterTool}
              title={plainWithMarks(tool.description)}
              onClick={() => onTool(tool)}
            >
              <VisibleText text={tool.name} />
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

function FirstPrompt({ tools, connectedCount, onPrompt }: EmptyConversationProps) {
  return (
    <EmptyState icon={MessagesSquare} title="Ask anything">
      <p>
        {connectedCount === 0
          ? 'No server is connected yet, so the model answers without tools.'
          : 'The model may use the tools of your servers. It asks you before each call.'}
      </p>
      <ul className={classNames(styles.starters, styles.startersStacked)} aria-label="Things to ask">
        {examplePrompts(tools).map((prompt) => (
          <li key={prompt}>
            <button type="button" className={styles.starterPrompt} onClick={() => onPrompt(prompt)}>
              <VisibleText text={prompt} />
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
