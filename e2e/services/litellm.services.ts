/** litellm's proxy, over each of the three APIs that it offers. */
import { expect, test } from '../test'
import { answerCall, answers, openedCard, pickModel, sendMessage, toolCard } from '../window'
import { startProxy, usage, type Proxy } from './litellm-proxy'
import { ask, askNext, expectModels, keyVariable, settingsFor, stop, type Provider } from './model-service'

let proxy: Proxy
test.beforeAll(async () => {
  proxy = await startProxy()
})
test.afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]()
})

const apiKey = `\${env:${keyVariable}}`

const apis: Readonly<Record<string, () => Provider>> = {
  'Chat Completions': () => ({
    type: 'openai-compatible',
    baseUrl: `${proxy.origin}/v1`,
    api: 'chat',
    apiKey
  }),
  Responses: () => ({ type: 'openai-compatible', baseUrl: `${proxy.origin}/v1`, apiKey }),
  Messages: () => ({ type: 'anthropic', baseUrl: proxy.origin, apiKey })
}

for (const [api, provider] of Object.entries(apis))
  test.describe(`over ${api}`, () => {
    test.beforeEach(({ workspace }) => workspace.writeSettings(settingsFor(provider(), 'scripted')))

    test('lists models, streams an answer, and shows its token use', async ({ start }) => {
      const parley = await start({ env: { [keyVariable]: proxy.key } })
      const answer = await ask(parley, 'Good morning?')
      await expect(answer).toContainText('Good morning from a real proxy.')
      await expect(answer).toContainText(usage)
      await expectModels(parley.window, [/^scripted/, /^nowhere/])
    })

    test('calls a tool, then two at once, and gives all results back', async ({ start }) => {
      const parley = await start({ env: { [keyVariable]: proxy.key } })
      const { window } = parley
      const answer = await ask(parley, 'Use one tool')
      await answerCall(window, { server: 'everything', tool: 'get-sum', answer: 'Allow once' })
      await expect(answer).toContainText('The tools said: The sum of 2 and 40 is 42.')
      const card = await openedCard(window, 'everything', 'get-sum')
      await expect(card).toContainText('The sum of 2 and 40 is 42.')

      const next = await askNext(window, 'Use both tools')
      await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
      await answerCall(window, { server: 'everything', tool: 'get-sum', answer: 'Allow once' })
      await expect(next).toContainText('Both at once.')
      await expect(next).toContainText('The tools said: Echo: tea / The sum of 2 and 40 is 42.')
      await expect(toolCard(window, 'everything', 'get-sum')).toHaveCount(2)
    })

    test('is stopped in the middle, notices it, and answers the next message', async ({ start }) => {
      const parley = await start({ env: { [keyVariable]: proxy.key } })
      const before = proxy.log().split('stopped at').length
      const answer = await ask(parley, 'Please count without end')
      await expect(answer).toContainText('1 2 3 4 5')
      await stop(parley.window)
      await expect.poll(() => proxy.log().split('stopped at').length).toBe(before + 1)
      await expect(answer).toContainText('1 2 3 4 5')
      await expect(await askNext(parley.window, 'Good morning?')).toContainText('from a real proxy.')
    })

    test('shows an error of the service in its own text', async ({ start }) => {
      const parley = await start({ env: { [keyVariable]: proxy.key } })
      const { window } = parley
      const answer = await ask(parley, 'You will say too often')
      await expect(answer).toContainText('received too many requests: You asked too often. Wait a minute.')
      const broken = await askNext(window, 'Begin and break off')
      await expect(broken).toContainText('It begins')
      await expect(broken).toContainText('The machine below broke')
      await pickModel(window, /^nowhere/)
      await expect(await askNext(window, 'Anybody?')).toContainText('overloaded or not working')
    })

    test('says that the key is wrong', async ({ start }) => {
      const { window } = await start({ env: { [keyVariable]: 'sk-wrong' } })
      await window
        .getByRole('dialog', { name: /^Trust server/ })
        .getByRole('button', { name: 'Keep stopped' })
        .click()
      await sendMessage(window, 'Good morning?')
      await window
        .getByRole('dialog', { name: /^Send to / })
        .getByRole('button', { name: 'Trust' })
        .click()
      await expect(answers(window).last()).toContainText('refused the API key')
    })
  })
