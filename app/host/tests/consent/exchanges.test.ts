/**
 * A server of the newest revision that asks back while a resource is read or a prompt is requested, outside of any
 * call.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QuestionAnswer, ElicitationQuestion } from '../../../contract/questions/questions'
import { events as eventSchemas } from '../../../contract/bridge/events'
import type { OpenExchange } from '../../../contract/exchanges'
import { openHost } from '../../../testing/open-host'
import type { OpenTestHost } from '../../../testing/open-host'
import { renderEnglish } from '../../../testing/in-english'
import { soon } from '../../../testing/soon'

const server = (name: string) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../../../testing/servers/${name}.mjs`, import.meta.url))]
})

let folder: string
let host: OpenTestHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-exchanges-'))
  const mcpServers = { asking: server('mcp-asking'), linking: server('any-question') }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers }))
  host = await openHost({ folder, environment: {} })
  await host.start()
  for (const serverName of Object.keys(mcpServers)) {
    await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust', serverName }), soon)
    await say({ type: 'server-trust', decision: 'trust' })
  }
  await vi.waitFor(async () => {
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.map(({ state }) => state)).toEqual(['connected', 'connected'])
  }, soon)
})

afterEach(async () => {
  await host.dispose()
  for (const { name, payload } of host.events) eventSchemas[name].parse(structuredClone(payload))
  await rm(folder, { recursive: true, force: true })
})

async function say(answer: QuestionAnswer): Promise<void> {
  await host.handlers['consent.answer']({ questionId: host.question()?.id ?? '', answer })
}

async function asked(message: string, round: number): Promise<ElicitationQuestion> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ message, round }), soon)
  return host.question() as ElicitationQuestion
}

const exchanges = async (): Promise<readonly OpenExchange[]> =>
  (await host.handlers['app.snapshot']({})).exchanges ?? []
const read = (uri: string) => host.handlers['resource.read']({ serverName: 'asking', uri })
const fill: QuestionAnswer = { type: 'elicitation', decision: 'submit', content: { name: 'Ada' } }
const notices = () => host.events.filter(({ name }) => name === 'notice.raised')

it('ELIC-20: shows the rounds of a reading as one exchange, in order, and each question names its place', async () => {
  const reading = read('memo://twice')
  const first = await asked('First?', 1)
  expect(first.exchange?.occasion).toEqual({ kind: 'resource', name: 'memo://twice' })
  expect(await exchanges()).toMatchObject([{ serverName: 'asking', state: 'open', entries: [] }])
  await say(fill)
  const second = await asked('Second?', 2)
  expect(second.exchange).toEqual(first.exchange)
  await say({ type: 'elicitation', decision: 'decline' })
  const [contents] = [await reading].flat()
  expect(contents?.text).toContain('decline')
  const [exchange, ...others] = await exchanges()
  expect(others).toEqual([])
  expect(renderEnglish(exchange)).toEqual({
    ...first.exchange,
    serverName: 'asking',
    entries: [
      { round: 1, text: 'Asked for input: you answered.' },
      { round: 2, text: 'Asked for input: you declined.' }
    ],
    state: 'done',
    failure: null
  })
  expect(notices()).toEqual([])
  await host.handlers['exchange.control']({ exchangeId: exchange?.id ?? '', act: 'dismiss' })
  expect(await exchanges()).toEqual([])
})

it('shows a requested prompt as an exchange', async () => {
  const getting = host.handlers['prompt.get']({ serverName: 'asking', name: 'asked', arguments: {} })
  expect((await asked('Who asks?', 1)).exchange?.occasion).toEqual({ kind: 'prompt', name: 'asked' })
  await say(fill)
  expect(JSON.stringify(await getting)).toContain('Ada')
})

it('gives up on a resource that never stops asking after ten rounds', async () => {
  const reading = Promise.resolve(read('memo://forever')).catch((error: unknown) => error)
  for (let round = 1; round <= 10; round += 1) {
    if (round > 1 && round % 2 === 1) {
      await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'ask-again', round }), soon)
      await say({ type: 'ask-again', decision: 'let-ask' })
    }
    await asked('Again?', round)
    await say(fill)
  }
  expect(await reading).toMatchObject({ code: 'TOOL_ERROR' })
  const [exchange] = await exchanges()
  expect(exchange?.entries.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(exchange).toMatchObject({ state: 'failed' })
  expect(renderEnglish(exchange?.failure)).toContain('asked for input more than 10 times, so Parley stopped')
})

it('closes the question and notifies the server when the user stops a reading, and leaves another one running', async () => {
  const stopped = Promise.resolve(read('memo://forever')).catch((error: unknown) => error)
  const { exchange } = await asked('Again?', 1)
  const other = read('memo://asked')
  await vi.waitFor(async () => expect(await exchanges()).toHaveLength(2), soon)
  expect(host.question()).toMatchObject({ exchange })
  await host.handlers['consent.stop']({ questionId: host.question()?.id ?? '', what: 'call' })
  expect(await stopped).toMatchObject({
    code: 'TOOL_CANCELLED',
    message: 'You stopped the request for the resource “memo://forever”.'
  })
  expect(await exchanges()).toMatchObject([{ state: 'stopped' }, { state: 'open' }])
  await asked('Who reads?', 1)
  await say(fill)
  expect(JSON.stringify(await other)).toContain('Ada')
})

it('ends the exchange and closes its question when the server is stopped meanwhile', async () => {
  const reading = Promise.resolve(read('memo://asked')).catch((error: unknown) => error)
  await asked('Who reads?', 1)
  await host.handlers['server.control']({ serverName: 'asking', act: 'stop' })
  expect(await reading).toMatchObject({ message: expect.any(String) as string })
  await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
  await vi.waitFor(async () => expect(await exchanges()).toMatchObject([{ state: 'failed' }]), soon)
})

it('ELIC-24: reads a resource that needs a link first once the link was opened', async () => {
  const reading = host.handlers['resource.read']({ serverName: 'linking', uri: 'memo://a' })
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'link', host: 'one.example' }), soon)
  expect(host.question()).toMatchObject({ exchange: { occasion: { kind: 'resource', name: 'memo://a' } } })
  await say({ type: 'link', decision: 'open' })
  expect(await reading).toMatchObject([{ text: 'read at last' }])
  expect(renderEnglish(await exchanges())).toMatchObject([
    { state: 'done', entries: [{ round: 1, text: 'Asked to open a link: you opened it.' }] }
  ])

  const declined = Promise.resolve(
    host.handlers['resource.read']({ serverName: 'linking', uri: 'memo://b' })
  ).catch((error: unknown) => error)
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'link' }), soon)
  await say({ type: 'link', decision: 'decline' })
  expect(await declined).toMatchObject({ code: 'TOOL_ERROR' })
  expect(host.openedLinks).toEqual(['https://one.example/'])
})
