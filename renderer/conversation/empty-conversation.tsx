/** What a conversation without messages suggests first, depending on servers and model. */
import { MessagesSquare, Plug, Wrench } from 'lucide-react'
import type { ToolSummary } from '../../app/contract/servers'
import { Button } from '../ui/controls/button'
import { EmptyState } from '../ui/controls/empty-state'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { classNames } from '../ui/base/class-names'
import styles from './empty-conversation.module.css'
import { conversation as texts } from '../../app/texts/compiled/window/conversation'
import { composer } from '../../app/texts/compiled/window/composer'

const examples: readonly Example[] = [
  { tools: /list_director|list_allowed|directory_tree/, prompt: texts.exampleFolder },
  { tools: /search_files|read_text_file|read_file/, prompt: texts.exampleReadme },
  { tools: /create_entities|read_graph|remember/, prompt: texts.exampleMemory },
  { tools: /add_note|list_notes|create_note/, prompt: texts.exampleNotes },
  { tools: /get-sum|^add$/, prompt: texts.exampleSum },
  { tools: /^echo$/, prompt: texts.exampleEcho },
  { tools: /search|query|fetch/, prompt: texts.exampleSearch }
]

export interface EmptyConversationProps {
  /** Servers in the settings, connected or not. */
  readonly serverCount: number
  readonly connectedCount: number
  /** Starting. */
  readonly startingNames: readonly string[]
  readonly isDirect: boolean
  /** All usable tools. */
  readonly tools: readonly ToolSummary[]
  readonly onOpenServers: () => void
  readonly onPrompt: (text: string) => void
  readonly onTool: (tool: ToolSummary) => void
}

export function EmptyConversation(props: EmptyConversationProps) {
  if (props.serverCount === 0 || (props.isDirect && props.connectedCount === 0))
    return props.startingNames.length > 0 ? <Starting {...props} /> : <NoServer {...props} />
  return props.isDirect ? <FirstTool {...props} /> : <FirstPrompt {...props} />
}

/** Doesn't send the user to look for something that appears automatically. */
function Starting({ startingNames, onOpenServers }: EmptyConversationProps) {
  return (
    <EmptyState
      icon={Plug}
      title={texts.startingServers({ names: startingNames.join(', ') })}
      actions={<Button onClick={onOpenServers}>{texts.showServers()}</Button>}
    >
      {texts.startingServersNote()}
    </EmptyState>
  )
}

function NoServer({ serverCount, onOpenServers }: EmptyConversationProps) {
  return (
    <EmptyState
      icon={Plug}
      title={serverCount === 0 ? texts.addFirstServer() : texts.noServerConnected()}
      actions={
        <Button variant="primary" onClick={onOpenServers}>
          {serverCount === 0 ? texts.addServer() : texts.showServers()}
        </Button>
      }
    >
      {serverCount === 0 ? texts.addFirstServerNote() : texts.noServerConnectedNote()}
    </EmptyState>
  )
}

function FirstTool({ tools, onTool }: EmptyConversationProps) {
  const offered = tools.filter(({ problem }) => problem === null).slice(0, 6)
  return (
    <EmptyState icon={Wrench} title={composer.typeToolName()}>
      <p>{texts.typeToolNote()}</p>
      <ul className={styles.starters} aria-label={texts.toolsToTry()}>
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

function FirstPrompt({ tools, connectedCount, startingNames, onPrompt }: EmptyConversationProps) {
  const isStarting = connectedCount === 0 && startingNames.length > 0
  return (
    <EmptyState icon={MessagesSquare} title={texts.askAnything()}>
      <p>
        {isStarting ? (
          <VisibleText text={texts.startingServers({ names: startingNames.join(', ') })} />
        ) : connectedCount === 0 ? (
          texts.answersWithoutTools()
        ) : (
          texts.mayUseTools()
        )}
      </p>
      <ul className={classNames(styles.starters, styles.startersStacked)} aria-label={texts.thingsToAsk()}>
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

interface Example {
  /** The tools that make the prompt answerable. */
  readonly tools: RegExp
  readonly prompt: () => string
}

/** At most three prompts, with different purposes. */
function examplePrompts(tools: readonly ToolSummary[]): readonly string[] {
  const fitting = examples.filter((example) => tools.some(({ name }) => example.tools.test(name)))
  const servers = [...new Set(tools.map(({ serverName }) => serverName))]
  const general = servers.map((server) => texts.exampleServer({ server }))
  return [...fitting.map(({ prompt }) => prompt()), ...general, texts.exampleTools()].slice(0, 3)
}
