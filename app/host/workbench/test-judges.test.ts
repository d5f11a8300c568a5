import { expect, it } from 'vitest'
import { TestJudges } from './test-judges'

const address = 'https://models.example'

/** The user allows both judges of a run: one that the test names, and the default model. */
async function allow() {
  const view = {
    providers: [
      { name: 'a', baseUrl: address },
      { name: 'b', baseUrl: address }
    ],
    defaultModel: 'a/default'
  }
  const judges = new TestJudges({
    models: { view: () => view } as never,
    consent: { ask: { 'test-judges': async () => ({ type: 'send' }) } } as never,
    resolveModel: (model) => ({ model }) as never
  })
  const [named, byDefault] = ['a/named', undefined].map((model) => ({
    ...{ name: `judged by ${model}`, task: 'Count' },
    expect: { judge: { criteria: 'Has a count.', model } }
  }))
  const tests = new Map([named, byDefault].map((test) => [test?.name ?? '', test as never]))
  const results = [...tests.keys()].map((test) => ({ test, model: null })) as never
  const { signal } = new AbortController()
  const allowed = await judges.ask({ serverName: 'notes', results }, tests, signal)
  const open = (test: typeof named) =>
    judges.open(test as never, { test: '', model: null }, { allowed, conversationId: 'c', signal })
  return { view, openNamed: () => open(named), openDefault: () => open(byDefault) }
}

it('sends answers to the models and addresses that the user saw', async () => {
  const { openNamed, openDefault } = await allow()
  expect(openNamed()).toBeTypeOf('function')
  expect(openDefault()).toBeTypeOf('function')
})

it('refuses a model whose address changed after the question', async () => {
  const { view, openNamed } = await allow()
  view.providers[0] = { name: 'a', baseUrl: 'https://other.example' }
  expect(openNamed).toThrow('a/named')
})

it('refuses a default model that was chosen after the question', async () => {
  const { view, openNamed, openDefault } = await allow()
  view.defaultModel = 'b/other'
  expect(openDefault).toThrow('b/other')
  expect(openNamed()).toBeTypeOf('function')
})
