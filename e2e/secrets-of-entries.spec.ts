/** `${secret:…}` in the settings: the window asks for the value, the vault stores it, only that server gets it. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { startHttp } from './fixtures/local-http'
import { startStreamable } from './fixtures/streamable-server'
import { makeSecret } from './secrets'
import { expect, sharedTest, test } from './test'
import {
  answerDestination,
  answerTrust,
  backToChat,
  currentServer,
  expectConnected,
  inspect,
  openServers,
  serverItem,
  trustEach
} from './window'

sharedTest(
  'AUTH-03 SEC-16: masks the secret of a local server, and gives it to that server only',
  async ({ start, workspace }) => {
    const token = makeSecret('token of a server', 'NOTES_TOKEN')
    const counter = fixture('counter')
    workspace.writeSettings({
      mcpServers: {
        notes: { ...counter, env: { NOTES_TOKEN: '${secret:notes-token}' } },
        other: counter
      },
      models: { default: 'direct' }
    })
    const parley = await start()
    const { window } = parley
    await trustEach(window, ['notes', 'other'])
    const servers = await openServers(window)
    const item = serverItem(servers, 'notes')
    await expect(item).toContainText("${secret:notes-token}, which doesn't exist")
    const page = await inspect(servers, 'notes')
    const secrets = page.getByRole('region', { name: 'Secrets of notes' })
    await expect(secrets).toContainText('Missing')
    const field = secrets.getByLabel('notes-token')
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill(token)
    await field.press('Enter')
    await expect(secrets).toContainText('Stored.')
    await expect(field).toHaveValue('')
    await expect(currentServer(window)).toContainText('connected')
    await backToChat(window)
    await expectConnected(window, 2)
    const holders = parley
      .processes()
      .filter(({ pid }) => fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`NOTES_TOKEN=${token}`))
    expect(holders).toHaveLength(1)
  }
)

sharedTest(
  'SYS-18: masks a key for a header of any name, and sends it with every request',
  async ({ start, workspace }) => {
    const key = makeSecret('API key')
    await using server = await startStreamable({
      name: 'keyed',
      revision: '2025-06-18',
      hasSessions: true,
      tools: { look: { call: () => ({ content: [{ type: 'text', text: 'Seen' }] }) } }
    })
    workspace.writeSettings({
      mcpServers: { keyed: { url: server.url, headers: { 'X-Api-Key': 'v1 ${secret:shop key}' } } }
    })
    const { window } = await start()
    await answerTrust(window, 'keyed')
    const servers = await openServers(window)
    await expect(serverItem(servers, 'keyed')).toContainText("${secret:shop key}, which doesn't exist")
    expect(server.exchanges).toEqual([])
    const page = await inspect(servers, 'keyed')
    const secrets = page.getByRole('region', { name: 'Secrets of keyed' })
    await secrets.getByLabel('shop key').fill(key)
    await secrets.getByRole('button', { name: 'Save shop key' }).click()
    await expect(secrets).toContainText('Stored.')
    await expect(currentServer(window)).toContainText('connected')
    for (const { headers } of server.exchanges) expect(headers['x-api-key']).toBe(`v1 ${key}`)
  }
)

test('SEC-19: sends the key of a collector to the collector, and shows it in no other place', async ({
  start,
  workspace
}) => {
  const key = makeSecret('collector key')
  const keys: (string | undefined)[] = []
  await using collector = await startHttp((request, response) => {
    keys.push(request.headers['x-collector-key'] as string | undefined)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const headers = { 'X-Collector-Key': '${env:COLLECTOR_KEY}' }
  workspace.writeSettings({
    mcpServers: { counter: fixture('counter') },
    models: { default: 'direct' },
    ledger: { otlp: { endpoint: `${collector.origin}/v1/traces`, headers } }
  })
  const { window } = await start({ env: { COLLECTOR_KEY: key } })
  await trustEach(window, ['counter'])
  await expectConnected(window, 1)
  expect(keys).toEqual([])
  await window.getByRole('alert').getByRole('button', { name: 'Decide…' }).click()
  await answerDestination(window, 'Trust')
  await expect.poll(() => keys.length).toBeGreaterThan(0)
  expect(new Set(keys)).toEqual(new Set([key]))
})
