/** Puts questions on the page of a test, with something behind them, on a bridge of their own. */
import { act, cleanup, render } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { Answer, Question } from '../../app/contract/consents'
import type { Snapshot } from '../../app/contract/snapshot'
import { subscribe } from '../bridge/subscribe'
import { ConsentLayer } from '../consent/consent-layer'
import { installFakeBridge, type FakeBridge } from './fake-bridge'

let end = () => {}

afterEach(() => {
  cleanup()
  end()
})

export interface ShownQuestions {
  readonly bridge: FakeBridge
  /** What was answered so far. */
  readonly answers: () => Answer[]
}

export async function showQuestions(
  questions: Question[],
  snapshot: Partial<Snapshot> = {}
): Promise<ShownQuestions> {
  const bridge = installFakeBridge({ snapshot: { ...snapshot, questions } })
  const subscription = subscribe()
  end = () => subscription.end()
  render(
    <>
      <main>What the question is about</main>
      <button type="button">Behind</button>
      <ConsentLayer />
    </>
  )
  await act(() => subscription.ready)
  return { bridge, answers: () => bridge.inputsOf('consent.answer').map(({ answer }) => answer) }
}
