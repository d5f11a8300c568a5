/**
 * Tells people who do not see the screen what happens in the conversation: an answer begins, its sentences, how it ended,
 * that a question waits. One polite region: nothing interrupts, and nothing is said twice.
 */
import { memo, useEffect, useState } from 'react'
import type { Message } from '../../app/contract/conversations'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import hiddenStyles from '../ui/base/visually-hidden.module.css'
import { sayMore } from './spoken'
import { conversation as texts } from '../../app/texts/compiled/window/conversation'

/** Give it the conversation's id as key: what another one said is not said again. */
export function Announcer({ conversationId }: { readonly conversationId: string | null }) {
  const [news, setNews] = useState<readonly Said[]>([])
  useEffect(() => {
    if (conversationId === null) return
    let count = 0
    const listener = createListener(conversationId, (words) => {
      const saidAt = performance.now()
      const said = words.map((each) => ({ id: (count += 1), words: each, saidAt }))
      setNews((before) => [...before.filter((one) => saidAt - one.saidAt < forgetAfterMs), ...said])
    })
    listener(false)
    return useProjection.subscribe(() => listener(true))
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
  /** Milliseconds, on the page's clock. */
  readonly saidAt: number
}

/** It was taken over for reading long before; whoever goes through the page must not come upon it again. */
const forgetAfterMs = 1_000

type Projection = ReturnType<typeof useProjection.getState>

/** Of what is there when it begins, nothing is said. */
function createListener(conversationId: string, say: (news: readonly string[]) => void) {
  let message: { readonly id: string; readonly state: Message['state'] } | null = null
  let upTo = 0
  let asked: ReadonlySet<string> = new Set()

  const hearAnswer = (answer: Message | undefined): readonly string[] => {
    if (answer === undefined) return []
    const isNew = message?.id !== answer.id
    const wasWritten = !isNew && message?.state === 'streaming'
    message = { id: answer.id, state: answer.state }
    if (isNew) upTo = 0
    const isWritten = answer.state === 'streaming'
    if (!isWritten && !wasWritten) return []
    const begun = isWritten && !wasWritten ? [texts.answering()] : []
    const spoken = sayMore({ text: textOf(answer), upTo, isWhole: !isWritten }, texts.codeInAnswer())
    upTo = spoken.upTo
    return [...begun, ...(spoken.words === '' ? [] : [spoken.words]), ...(isWritten ? [] : [endOf(answer)])]
  }
  const hearQuestions = ({ questions }: Projection): readonly string[] => {
    const here = questions.filter((one) => 'conversationId' in one && one.conversationId === conversationId)
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

function endOf({ state }: Message): string {
  if (state === 'failed') return texts.answerFailed()
  return state === 'stopped' ? texts.answerStopped() : texts.answerDone()
}

function textOf({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n')
}
