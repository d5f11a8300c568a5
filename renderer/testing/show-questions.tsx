/** Puts questions on the page of a test, with content behind them, on their own bridge. */
import { act, cleanup, render } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { QuestionAnswer, Question } from '../../app/contract/questions/questions'
import type { Snapshot } from '../../app/contract/bridge/snapshot'
import { subscribe } from '../bridge/subscribe'
import { ConsentLayer, type ConsentLayerProps } from '../consent/consent-layer'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from './fake-bridge'

let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

export interface RenderedQuestions {
  readonly bridge: FakeBridge
  /** The answers so far. */
  readonly answers: () => QuestionAnswer[]
}

/** The open conversation is the first question's; `onShow` gets the target that a question opens. */
export async function showQuestions(
  questions: Question[],
  snapshot: Partial<Snapshot> = {},
  onShow: ConsentLayerProps['onShow'] = () => {},
  handlers: FakeHandlers = {}
): Promise<RenderedQuestions> {
  const bridge = installFakeBridge({ snapshot: { ...snapshot, questions }, handlers })
  const subscription = subscribe()
  end = () => subscription.end()
  render(
    <>
      <main>What the question is about</main>
      <button type="button">Behind</button>
      <ConsentLayer shownConversationId={conversationOf(questions[0])} isPageFree onShow={onShow} />
    </>
  )
  await act(() => subscription.ready)
  return { bridge, answers: () => bridge.inputsOf('consent.answer').map(({ answer }) => answer) }
}

function conversationOf(question: Question | undefined): string | null {
  return question !== undefined && 'conversationId' in question ? question.conversationId : null
}
