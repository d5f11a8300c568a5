/**
 * Servers as their documents start them: by npx and uvx. The official ones of Node are the real packages; for others
 * there are servers of the same shape. The real ones in Python: `reference-python.spec.ts`.
 */
import { execFileSync } from 'node:child_process'
import { fixture, serverFile } from './fixtures/entries'
import { startHttp } from './fixtures/local-http'
import { call, say, toolResults, type Model, type Part } from './fixtures/model'
import { canRun } from './fixtures/other-languages'
import { standInFor } from './fixtures/runners'
import { projectFolder, type Parley } from './launch'
import { makeSecret } from './secrets'
import { expect, sharedTest, test } from './test'
import type { ServerEntry } from './workspace'
import {
  answerCall,
  answers,
  callDialog,
  callUp,
  closeDialog,
  openServers,
  sendMessage,
  serverItem,
  serversButton,
  toolCard,
  trustAll,
  trustEach
} from './window'

const hasPython = canRun('python3', '-c', 'import sqlite3')

/** The real npx: it uses packages in its working folder, and asks no registry for them. */
const official = (name: string, ...args: string[]): ServerEntry => ({
  command: 'npx',
  args: ['-y', `@modelcontextprotocol/server-${name}`, ...args],
  cwd: projectFolder
})

type Asked = readonly [server: string, tool: string, input: object, said: string][]

const replies = (asked: Asked): Part[][] => asked.map(([server, tool, input]) => [call(server, tool, input)])

interface Visit {
  readonly parley: Parley
  /** What the model says from now on. */
  readonly script: (...next: Part[][]) => Model['settings']
}

test('ECO-01 ECO-02 SYS-66: starts servers through npx and uvx as their documents say', async ({
  start,
  startModel,
  workspace
}) => {
  const said: Part[][] = []
  const model = await startModel(() => said.shift())
  const script = (...next: Part[][]) => {
    said.push(...next)
    return model.settings
  }
  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  const key = makeSecret('key of Maps', 'GOOGLE_MAPS_API_KEY')
  const parley = await start({ env: { ...standInFor(workspace, 'uvx'), GOOGLE_MAPS_API_KEY: key } })
  await test.step('the reference servers of Node through npx, and packages through uvx (a stand-in for it)', () =>
    startReferences({ parley, script }))
  standInFor(workspace, 'npx')
  await test.step('stubs of Drive, Slack, Maps, EverArt, Bedrock and Puppeteer, which say what they lack, and draw pictures', () =>
    startStubs({ parley, script }))
  expect(workspace.readSettings()).not.toContain(key)
})

async function startReferences({ parley, script }: Visit): Promise<void> {
  const { window, workspace } = parley
  const repository = workspace.file('repository')
  execFileSync('git', ['init', '--quiet', '--initial-branch=teatime', repository])
  await using site = await startHttp((_request, response) => void response.end('Two spoons of Darjeeling'))
  const entries: Record<string, ServerEntry> = {
    everything: official('everything'),
    filesystem: official('filesystem', repository),
    memory: { ...official('memory'), env: { MEMORY_FILE_PATH: workspace.file('memory.jsonl') } },
    thinking: official('sequential-thinking'),
    fetch: { command: 'uvx', args: ['mcp-server-fetch'] },
    git: { command: 'uvx', args: ['mcp-server-git', '--repository', repository] }
  }
  const thought = { thought: 'Tea', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
  const asked: Asked = [
    ['everything', 'echo', { message: 'tea' }, 'Echo: tea'],
    ['filesystem', 'list_allowed_directories', {}, repository],
    ['memory', 'read_graph', {}, 'entities'],
    ['thinking', 'sequentialthinking', thought, 'thoughtHistoryLength'],
    ['fetch', 'fetch', { url: site.origin }, 'Two spoons of Darjeeling'],
    ['git', 'git_status', { repo_path: repository }, 'On branch teatime']
  ]
  workspace.writeSettings({ mcpServers: entries, ...script(...replies(asked), [say('All six answered.')]) })
  await trustEach(window, Object.keys(entries))
  // npm looks for a package four times, in parallel where there are enough processors.
  await expect(serversButton(window)).toHaveAccessibleName('Servers: 6 connected')
  await sendMessage(window, 'Ask each of them')
  for (const [server, tool, , said] of asked) {
    await answerCall(window, { server, tool, answer: 'Allow once' })
    await expect(toolCard(window, server, tool)).toContainText(said)
  }
  await expect(answers(window).last()).toContainText('All six answered.')
}

async function startStubs({ parley, script }: Visit): Promise<void> {
  const { window, workspace } = parley
  const npx = (name: string, env?: Record<string, string>): ServerEntry => ({
    command: 'npx',
    args: ['-y', `@modelcontextprotocol/server-${name}`],
    ...(env && { env })
  })
  const entries = {
    gdrive: npx('gdrive'),
    slack: npx('slack', { SLACK_TEAM_ID: 'T01234567' }),
    // From the environment, so that the key is in no file.
    maps: npx('google-maps', { GOOGLE_MAPS_API_KEY: '${env:GOOGLE_MAPS_API_KEY}' }),
    everart: npx('everart', { EVERART_API_KEY: 'for-nothing-real' }),
    bedrock: npx('aws-kb-retrieval'),
    puppeteer: npx('puppeteer')
  }
  const asked: Asked = [
    ['gdrive', 'search', { query: 'tea' }, 'Tea.txt'],
    ['maps', 'maps_geocode', { address: 'Lisbon' }, 'Lisbon'],
    ['everart', 'generate_image', { prompt: 'tea' }, 'Image generated'],
    ['bedrock', 'retrieve_from_aws_kb', { query: 'tea' }, 'tea.md'],
    ['puppeteer', 'puppeteer_screenshot', { name: 'home' }, "Screenshot 'home'"]
  ]
  await window.getByRole('button', { name: 'New conversation' }).first().click()
  workspace.writeSettings({
    mcpServers: entries,
    ...script(...replies(asked), [say('All but one answered.')])
  })
  await trustEach(window, Object.keys(entries))
  const servers = await openServers(window)
  await expect(serverItem(servers, 'slack')).toContainText('failed')
  await expect(serverItem(servers, 'slack')).toContainText('Please set SLACK_BOT_TOKEN environment variables')
  for (const [server] of asked) await expect(serverItem(servers, server)).toContainText('connected')
  await closeDialog(servers)
  await sendMessage(window, 'Ask each of them')
  for (const [server, tool, , said] of asked) {
    await answerCall(window, { server, tool, answer: 'Allow once' })
    await expect(toolCard(window, server, tool)).toContainText(said)
  }
  await expect(answers(window).last()).toContainText('All but one answered.')
  for (const [server, tool] of asked.slice(2).filter(([, name]) => /image|screenshot/.test(name))) {
    const picture = toolCard(window, server, tool).getByRole('img').last()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  }
}

sharedTest(
  'SYS-65: lists schemas of PostgreSQL and SQLite stubs in the picker, and runs a query after approval',
  async ({ start, startModel, workspace }) => {
    test.skip(!hasPython, 'no Python is here')
    const file = workspace.file('tea.db')
    execFileSync('python3', ['-c', makeTable, file])
    const model = await startModel([
      [call('postgres', 'query', { sql: 'SELECT count(*) AS orders FROM orders' })],
      [call('sqlite', 'read_query', { query: 'SELECT name FROM teas' })],
      [call('sqlite', 'write_query', { query: 'DELETE FROM teas' })],
      [say('Three orders, one tea.')]
    ])
    workspace.writeSettings({
      mcpServers: {
        postgres: fixture('database'),
        sqlite: { command: 'python3', args: [serverFile('sqlite.py'), '--db-path', file] }
      },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['postgres', 'sqlite'])
    await (await callUp(window, '@orders')).click()
    await (await callUp(window, '@teas')).click()
    await sendMessage(window, 'What is in them?')
    await expect(callDialog(window, 'postgres', 'query')).toContainText('FROM orders')
    await answerCall(window, { server: 'postgres', tool: 'query', answer: 'Allow once' })
    await answerCall(window, { server: 'sqlite', tool: 'read_query', answer: 'Allow once' })
    await expect(callDialog(window, 'sqlite', 'write_query')).toContainText('DELETE FROM teas')
    await answerCall(window, { server: 'sqlite', tool: 'write_query', answer: 'Deny' })
    await expect(answers(window).last()).toContainText('Three orders, one tea.')
    const told = JSON.stringify(model.requests()[0]?.messages)
    for (const schema of ['CREATE TABLE orders', 'CREATE TABLE teas']) expect(told).toContain(schema)
    expect(toolResults(model.requests()[1])[0]?.text).toContain('{"orders":3}')
    expect(toolResults(model.requests()[2]).at(-1)?.text).toContain('Darjeeling')
    expect(execFileSync('python3', ['-c', countRows, file], { encoding: 'utf8' })).toBe('1\n')
  }
)

const makeTable = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("CREATE TABLE teas (name TEXT)")
    database.execute("INSERT INTO teas VALUES ('Darjeeling')")
`
const countRows = `
import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM teas").fetchone()[0])
`
