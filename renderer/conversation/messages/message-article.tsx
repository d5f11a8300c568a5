/** One message: the user's as plain text, the model's as Markdown, with tool calls where they happened. */
import { Play, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import type { Message, MessagePart, ToolCallPart, ToolRequestPart } from '../../../app/contract/conversations'
import { Button } from '../../ui/controls/button'
import { RenderBoundary } from '../../ui/controls/render-boundary'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import type { AttachedResource } from '../content/attachments-view-store'
import { FailureNote } from '../content/failure-note'
import { Citations } from './citations'
import { HostNote } from './host-note'
import { RevealedPlace } from '../find/revealed-place'
import { EditField } from './edit-field'
import { endEdit, setEdit, useEdit } from './edits-view-store'
import { MessageFooter } from './message-footer'
import type { BranchActions } from './message-footer'
import { openMenu } from './message-menu'
import { ModelText } from './model-text'
import type { OfferedModel } from './offered-models'
import { partText, stopNote, findRecoveryOptions } from './message-text'
import { Thinking } from './thinking'
import { FileCard } from '../files/file-card'
import { PromptCard } from '../attach/prompt-card'
import { ResourceCard } from '../attach/resource-card'
import type { ReadCall } from '../tool-call/compared-result'
import { isFollowed, groupCallRuns } from '../tool-call/group-call-runs'
import { listScriptCalls } from '../tool-call/script-parts'
import { ToolCallCard } from '../tool-call/tool-call-card'
import type { ReadResult } from '../tool-call/whole-result'
import type { SuggestedTool } from '../tool-call/tool-suggestions'
import { ToolSuggestions } from '../tool-call/tool-suggestions'
import { classNames } from '../../ui/base/class-names'
import hiddenStyles from '../../ui/base/visually-hidden.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './message-article.module.css'
import { notShown } from '../../../app/texts/compiled/window/notShown'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface SummaryActions {
  /** Frees space with a summary; then the answer continues. */
  readonly onContinue: () => void
  readonly onEdit: (messageId: string, text: string) => void
  readonly onRemove: (messageId: string) => void
}

/** Actions of a message. Must be stable between renders. */
export interface MessageActions extends BranchActions {
  readonly onCancelCall: (callId: string) => void
  readonly onKeepWaiting: (callId: string) => void
  /** By the id of the server's request. */
  readonly onStopModel: (requestId: string) => void
  readonly onRetry: () => void
  /** The answer continues where it stopped. */
  readonly onContinue: () => void
  /** The one of two answers side by side that the conversation continues with. */
  readonly onChooseAnswer: (messageId: string, isShown: boolean) => void
  readonly summaries?: SummaryActions | undefined
  readonly onOpenSettings: (section?: 'usage') => void
  readonly onTool: (tool: SuggestedTool) => void
  /** Puts a resource into the composer. */
  readonly onAttach: (resource: AttachedResource) => void
  readonly onShowLog: (serverName: string) => void
  readonly readResult?: ReadResult | undefined
  readonly readCall?: ReadCall | undefined
  readonly onRunAgain?: ((messageId: string, part: ToolCallPart, withOthers: boolean) => void) | undefined
}

export interface MessageArticleProps {
  readonly message: Message
  /** The last answer of an idle conversation can be regenerated. */
  readonly canRetry: boolean
  /** False while an answer is written, because the conversation can't be changed then. */
  readonly canChange: boolean
  /** Shown next to another answer; the actions are around both. Default false. */
  readonly isCompared?: boolean
  /** Ids of all alternatives, oldest first; absent: only this message. */
  readonly branches?: readonly string[] | undefined
  /** Models that an answer can be requested from. */
  readonly models: readonly OfferedModel[]
  readonly actions: MessageActions
}

/** An article named `You` or `Assistant`. */
export const MessageArticle = memo(function MessageArticle(props: MessageArticleProps) {
  const { message, actions, isCompared = false } = props
  const isYou = message.role === 'user'
  const edit = useEdit(message.id)
  return (
    <article
      aria-label={isYou ? texts.you() : texts.assistant()}
      className={isYou ? classNames(styles.message, styles.messageYou) : styles.message}
      data-edited={edit !== null || undefined}
      onContextMenu={openMenu}
    >
      <div className={styles.messageParts}>
        <Parts message={message} actions={actions} isEdited={edit !== null} />
        {edit !== null && <Edit {...props} text={edit} />}
        {isWaiting(message) && <Waiting />}
      </div>
      <Ending message={message} canRetry={props.canRetry} actions={actions} />
      {message.state !== 'streaming' && !isCompared && <MessageFooter {...props} branches={props.branches} />}
    </article>
  )
})

function Edit({
  message: { id },
  canChange,
  actions,
  text
}: MessageArticleProps & { readonly text: string }) {
  return (
    <EditField
      text={text}
      canSend={canChange}
      onChange={(next) => setEdit(id, next)}
      onSend={() => actions.onEdit(id, text)}
      onCancel={() => endEdit(id)}
    />
  )
}

interface PartsProps extends Pick<MessageArticleProps, 'message' | 'actions'> {
  /** Its text is in an edit field. */
  readonly isEdited: boolean
}

/** Consecutive calls are one list. */
function Parts({ message, actions, isEdited }: PartsProps) {
  let index = 0
  return groupCallRuns(message.parts).map((run) => {
    const first = index
    index += run.length
    const drawn = run.map((part, place) => (
      <RenderBoundary
        key={partKey(part, first + place)}
        sentence={sentences[part.type]()}
        text={() => partText(part)}
        resetKeys={[part]}
      >
        {(!isEdited || part.type !== 'text') && !isOfScript(part) && (
          <RevealedPlace messageId={message.id} part={part} number={first + place}>
            <Part part={part} message={message} index={first + place} actions={actions} />
          </RevealedPlace>
        )}
      </RenderBoundary>
    ))
    if (run[0]?.type !== 'tool-call') return drawn
    return (
      <div key={first} className={styles.messageCalls}>
        {drawn}
      </div>
    )
  })
}

/** Shown for a part that can't be drawn. */
const sentences: Readonly<Record<MessagePart['type'], () => string>> = {
  text: notShown.text,
  thinking: notShown.thinking,
  'tool-call': notShown.toolCall,
  note: notShown.note,
  'tool-request': notShown.toolRequest,
  resource: notShown.resource,
  file: notShown.file,
  prompt: notShown.prompt,
  'tool-suggestions': notShown.toolSuggestions
}

/** Parts are only appended, so their index identifies them. */
function partKey(part: MessagePart, index: number): string {
  return part.type === 'tool-call' ? part.callId : `${index}-${part.type}`
}

interface PartProps {
  readonly part: MessagePart
  readonly message: Message
  readonly index: number
  readonly actions: MessageActions
}

function Part({ part, message, index, actions }: PartProps) {
  switch (part.type) {
    case 'text':
      if (message.role === 'user') return <PlainText text={part.text} />
      return (
        <div data-words>
          <ModelText
            message={message}
            text={part.text}
            isStreaming={message.state === 'streaming' && index === message.parts.length - 1}
          />
          {part.citations !== undefined && <Citations citations={part.citations} />}
        </div>
      )
    case 'tool-call':
      return <Call part={part} message={message} index={index} actions={actions} />
    case 'thinking':
      return (
        <Thinking
          part={part}
          isStreaming={
            message.state === 'streaming' && index === message.parts.length - 1 && part.seal === undefined
          }
        />
      )
    case 'note':
      return <HostNote part={part} />
    case 'tool-request':
      return <ToolRequest part={part} />
    case 'resource':
      return <ResourceCard part={part} onAttach={actions.onAttach} />
    case 'file':
      return <FileCard part={part} />
    case 'prompt':
      return <PromptCard part={part} onAttach={actions.onAttach} />
    case 'tool-suggestions':
      return <ToolSuggestions tools={part.tools} onChoose={actions.onTool} />
  }
}

/** A script's calls are in its card. */
function Call({ part, message, index, actions }: PartProps & { readonly part: ToolCallPart }) {
  const calls = listScriptCalls(message.parts, part.callId)
  return (
    <ToolCallCard
      part={part}
      place={{ conversationId: message.conversationId, messageId: message.id, callId: part.callId }}
      calls={calls.map((call) => (
        <RevealedPlace key={call.callId} messageId={message.id} part={call} number={-1}>
          <Call part={call} message={message} index={-1} actions={actions} />
        </RevealedPlace>
      ))}
      callCount={calls.length}
      isAnswering={message.state === 'streaming'}
      isFollowed={index === -1 || isFollowed(message.parts, index)}
      onCancel={actions.onCancelCall}
      onKeepWaiting={actions.onKeepWaiting}
      onStopModel={actions.onStopModel}
      onAttach={actions.onAttach}
      onShowLog={actions.onShowLog}
      readResult={actions.readResult}
      readCall={actions.readCall}
      onRunAgain={actions.onRunAgain && ((others) => actions.onRunAgain?.(message.id, part, others))}
    />
  )
}

function isOfScript(part: MessagePart): boolean {
  return part.type === 'tool-call' && part.scriptCallId !== undefined
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <div className={commonStyles.wholeText} data-words>
      <VisibleText text={text} />
    </div>
  )
}

function ToolRequest({ part }: { readonly part: ToolRequestPart }) {
  return (
    <div className={commonStyles.narrowStack2}>
      <span className={styles.toolRequestName}>
        <VisibleText text={part.toolName} />
        <span className={styles.toolRequestServer}>
          <VisibleText text={part.serverName} />
          {part.rerunOf !== undefined && ` · ${texts.runOnceMore()}`}
        </span>
      </span>
      {Object.keys(part.arguments).length > 0 && (
        <JsonView value={part.arguments} label={texts.argumentsFor({ name: part.toolName })} isCompact />
      )}
    </div>
  )
}

/** True while nothing on screen shows that the answer continues. */
function isWaiting({ state, parts }: Message): boolean {
  if (state !== 'streaming') return false
  const last = parts.findLast((part) => !isOfScript(part))
  if (last === undefined) return true
  if (last.type === 'thinking') return last.seal !== undefined
  return last.type === 'tool-call' && ['done', 'failed', 'denied', 'cancelled'].includes(last.state)
}

function Waiting() {
  return (
    <div className={styles.messageWaiting}>
      <span className={hiddenStyles.visuallyHidden}>{texts.workingOnAnswer()}</span>
      <span aria-hidden />
      <span aria-hidden />
      <span aria-hidden />
    </div>
  )
}

/** Why an answer ended early, and how to continue. */
function Ending({
  message,
  canRetry,
  actions
}: Pick<MessageArticleProps, 'message' | 'canRetry' | 'actions'>) {
  const ways = findRecoveryOptions(message)
  const onRetry = canRetry && ways.canRetry ? actions.onRetry : undefined
  const onContinue = canRetry && ways.canContinue ? actions.onContinue : undefined
  if (message.failure !== null) {
    return (
      <FailureNote
        failure={message.failure}
        isNews={canRetry}
        onRetry={onRetry}
        onContinue={onContinue}
        onSummarize={canRetry ? actions.summaries?.onContinue : undefined}
        onOpenSettings={actions.onOpenSettings}
      />
    )
  }
  const note = stopNote(message)
  if (note === null) return null
  return (
    <div className={styles.messageNote}>
      <span>{note}</span>
      {onContinue && (
        <Button size="small" icon={Play} onClick={onContinue}>
          {texts.continueAnswer()}
        </Button>
      )}
      {onRetry && (
        <Button size="small" icon={RotateCcw} onClick={onRetry}>
          {texts.retry()}
        </Button>
      )}
    </div>
  )
}
