/**
 * Announces to screen readers what happens in the conversation: an answer begins, its sentences, its calls, Parley's
 * notes, how it ended, a waiting question. One polite region: nothing interrupts, and nothing is announced twice.
 */
import { memo, useEffect, useState } from 'react'
import type { Message, MessagePart } from '../../app/contract/conversations'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import hiddenStyles from '../ui/base/visually-hidden.module.css'
import { nameInSentence } from '../ui/base/offered-name'
import { sayMore } from './announcements'
import { nameCallServer, describeCallState } from './tool-call/call-state'
import { conversation as texts } from '../../app/texts/compiled/window/conversation'
import { toText } from '../../app/texts/localized'

/** Use the conversation's id as key, so that another conversation isn't announced. */
export function Announcer({ conversationId }: { readonly conversationId: string | null }) {
  const [news, setNews] = useState<readonly Said[]>([])
  useEffect(() => {
    if (conversationId === null) return
    let count = 0
    const listener = createListener(conversationId, (words) => {
      const saidAt = performance.now()
      const parts = words.map((each) => ({ id: (count += 1), words: each, saidAt }))
      setNews((before) => [...before.filter((item) => saidAt - item.saidAt < forgetAfterMs), ...parts])
    })
    listener(false)
    let waiting: ReturnType<typeof setTimeout> | undefined
    const listen = (): void => {
      waiting = undefined
      listener(true)
    }
    const unsubscribe = useProjection.subscribe(() => {
      waiting ??= setTimeout(listen, listenEveryMs)
    })
    return () => {
      unsubscribe()
      clearTimeout(waiting)
    }
  }, [conversationId])
  useEffect(() => {
    if (news.length === 0) return
    const timer = setTimeout(() => setNews([]), forgetAfterMs)
    return () => clearTimeout(timer)
  }, [news])
  return (
    <div className={hiddenStyles.visuallyHidden} role="log" aria-label={texts.spoken()}>
      {news.map(({ id, words }) => (
        <Sentence key={id} words={words} />
      ))}
    </div>
  )
}

const Sentence = memo(function Sentence({ words }: { readonly words: string }) {
  return (
    <p>
      <VisibleText text={words} />
    </p>
  )
})

interface Said {
  readonly id: number
  readonly words: string
  /** Milliseconds on the page's clock. */
  readonly saidAt: number
}

/** Read long ago. Removed, so that someone who reads through the page doesn't meet it again. */
const forgetAfterMs = 1_000

/** An answer grows every frame, faster than a screen reader reads. */
const listenEveryMs = 150

type Projection = ReturnType<typeof useProjection.getState>

/** Doesn't announce what is there at the start. */
function createListener(conversationId: string, say: (news: readonly string[]) => void) {
  let message: { readonly id: string; readonly state: Message['state'] } | null = null
  let upTo = 0
  let asked: ReadonlySet<string> = new Set()
  let heard: ReadonlySet<string> = new Set()

  const hearParts = ({ parts }: Message): readonly string[] => {
    const news = parts.flatMap((part) => wordsOnce(part) ?? [])
    const fresh = news.filter(({ key }) => !heard.has(key))
    heard = new Set(news.map(({ key }) => key))
    return fresh.map(({ words }) => words)
  }
  const hearAnswer = (answer: Message | undefined): readonly string[] => {
    if (answer === undefined) return []
    const isNew = message?.id !== answer.id
    const wasWritten = !isNew && message?.state === 'streaming'
    message = { id: answer.id, state: answer.state }
    if (isNew) [upTo, heard] = [0, new Set()]
    const isWritten = answer.state === 'streaming'
    const ofParts = hearParts(answer)
    if (!isWritten && !wasWritten) return []
    const begun = isWritten && !wasWritten ? [texts.answering()] : []
    const endsInText = answer.parts.at(-1)?.type === 'text'
    // Text before a call no longer grows.
    const growing = { text: textOf(answer), upTo, isWhole: !isWritten || !endsInText }
    const spoken = sayMore(growing, texts.codeInAnswer())
    upTo = spoken.upTo
    const said = spoken.words === '' ? [] : [spoken.words]
    const news = endsInText ? [...ofParts, ...said] : [...said, ...ofParts]
    return [...begun, ...news, ...(isWritten ? [] : [endOf(answer)])]
  }
  const hearQuestions = ({ questions }: Projection): readonly string[] => {
    const here = questions.filter(
      (question) => 'conversationId' in question && question.conversationId === conversationId
    )
    const isNew = here.some(({ id }) => !asked.has(id))
    asked = new Set(here.map(({ id }) => id))
    return isNew ? [texts.questionWaits()] : []
  }
  return (isHeard: boolean): void => {
    const state = useProjection.getState()
    const messages = state.threads[conversationId]?.messages ?? []
    const news = [
      ...hearAnswer(messages.findLast(({ role }) => role === 'assistant')),
      ...hearQuestions(state)
    ]
    if (isHeard && news.length > 0) say(news)
  }
}

const worded = new WeakMap<MessagePart, ReturnType<typeof wordsOf>>()

/** Checked with each piece of an answer, although nearly all parts are unchanged. */
function wordsOnce(part: MessagePart): ReturnType<typeof wordsOf> {
  if (!worded.has(part)) worded.set(part, wordsOf(part))
  return worded.get(part) ?? null
}

/** Null for what is announced in another way: a waiting question, a sentence. `key`: announced once per key. */
function wordsOf(part: MessagePart): { readonly key: string; readonly words: string } | null {
  if (part.type === 'note') return { key: JSON.stringify(part.text), words: toText(part.text) }
  if (part.type !== 'tool-call' || part.scriptCallId !== undefined) return null
  if (part.state === 'preparing' || part.state === 'waiting-for-approval') return null
  const state = describeCallState(part)
  const words = texts.callHeard({ tool: nameInSentence(part.toolName), server: nameCallServer(part), state })
  return { key: `${part.callId} ${state}`, words }
}

function endOf({ state }: Message): string {
  if (state === 'failed') return texts.answerFailed()
  return state === 'stopped' ? texts.answerStopped() : texts.answerDone()
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n')
}
