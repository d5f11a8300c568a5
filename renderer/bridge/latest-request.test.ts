import { expect, it, vi } from 'vitest'
import { createLatestRequest } from './latest-request'
import { soon } from '../../app/testing/soon'

/** A host whose answers the test releases. */
function slowHost() {
  const asked: { readonly question: string; readonly answer: () => void; readonly fail: () => void }[] = []
  const ask = (question: string) => () =>
    new Promise<string>((resolve, reject) => {
      asked.push({
        question,
        answer: () => resolve(`about ${question}`),
        fail: () => reject(new Error('It failed.'))
      })
    })
  return { ask, asked, questions: () => asked.map(({ question }) => question) }
}

it('asks the first question at once and then only the newest, one at a time', async () => {
  const host = slowHost()
  const taken: string[] = []
  const newest = createLatestRequest<string>(() => {})
  for (const word of ['w', 'we', 'wea', 'weat'])
    newest.ask(host.ask(word), (answer) => void taken.push(answer))
  expect(host.questions()).toEqual(['w'])
  host.asked[0]?.answer()
  await vi.waitFor(() => expect(host.questions()).toEqual(['w', 'weat']), soon)
  host.asked[1]?.answer()
  await vi.waitFor(() => expect(taken).toEqual(['about weat']), soon)
})

it('continues after a failure and reports it', async () => {
  const host = slowHost()
  const taken: string[] = []
  const onFailure = vi.fn()
  const newest = createLatestRequest<string>(onFailure)
  newest.ask(host.ask('one'), (answer) => void taken.push(answer))
  newest.ask(host.ask('two'), (answer) => void taken.push(answer))
  host.asked[0]?.fail()
  await vi.waitFor(() => expect(host.questions()).toEqual(['one', 'two']), soon)
  host.asked[1]?.answer()
  await vi.waitFor(() => expect(taken).toEqual(['about two']), soon)
  expect(onFailure).toHaveBeenCalledOnce()
})

it('neither asks nor delivers forgotten questions', async () => {
  const host = slowHost()
  const taken: string[] = []
  const newest = createLatestRequest<string>(() => {})
  newest.ask(host.ask('one'), (answer) => void taken.push(answer))
  newest.ask(host.ask('two'), (answer) => void taken.push(answer))
  newest.forget()
  host.asked[0]?.answer()
  newest.ask(host.ask('three'), (answer) => void taken.push(answer))
  await vi.waitFor(() => expect(host.questions()).toEqual(['one', 'three']), soon)
  host.asked[1]?.answer()
  await vi.waitFor(() => expect(taken).toEqual(['about three']), soon)
})
