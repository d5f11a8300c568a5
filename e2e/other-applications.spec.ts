/** Servers of other apps on this computer: found by a press, imported without showing their keys. */
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { fixture, serverFile } from './fixtures/entries'
import { projectFolder, type Parley } from './launch'
import { beginToCount, pressed } from './pressed'
import { makeSecret } from './secrets'
import { expect, test } from './test'
import type { Workspace } from './workspace'
import {
  answerCall,
  answerTrust,
  backToChat,
  callDialog,
  expectConnected,
  inspect,
  messageBox,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustDialog
} from './window'

function writeHome(workspace: Workspace, name: string, content: string | object): string {
  const file = path.join(workspace.home, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return file
}

/** A program of that name that runs another one, in the folder that is first on the search path. */
function standIn({ file }: Workspace, name: string, ...command: readonly string[]): void {
  const words = command.map((word) => `'${word}'`).join(' ')
  fs.writeFileSync(path.join(file('bin'), name), `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 })
}

const fetchServer = `
serve({
  name: 'mcp-fetch',
  tools: [{
    name: 'fetch',
    description: 'Fetches a URL from the internet and extracts its contents as markdown.',
    inputSchema: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] }
  }],
  call: { fetch: ({ url }) => textResult('Contents of ' + url) }
})
`

/**
 * An imported server is sandboxed where possible, and a stand-in can't be fetched. Whether its folder has to be
 * opened.
 */
async function keepContainedStopped(window: Page, name: string): Promise<boolean> {
  const question = trustDialog(window, name)
  const permissions = question.getByRole('region', { name: 'Allowed access' }).first()
  await expect(permissions).toContainText(/(?:Not s|S)andboxed/)
  const isContained = (await permissions.textContent())?.includes('Sandboxed') ?? false
  await pressIn(question, isContained ? 'Keep stopped' : 'Trust and start')
  return isContained
}

async function runWithoutWalls(window: Page, name: string): Promise<void> {
  const page = await inspect(window.getByRole('dialog', { name: 'Servers', exact: true }), name, 'Access')
  await page.getByRole('button', { name: 'Run without a sandbox' }).click()
  await expect(page).toContainText('Not sandboxed')
  const start = page.getByRole('button', { name: 'Start', exact: true })
  const question = trustDialog(window, name)
  await expect(question.or(start).first()).toBeVisible()
  if (!(await question.isVisible())) await start.click()
  await expect(question.getByRole('region', { name: 'Allowed access' })).toContainText('Not sandboxed')
  await answerTrust(window, name)
  await backToChat(window)
  await openServers(window)
}

const claudeDesktop = '.config/Claude/claude_desktop_config.json'

test('CONF-04 SYS-57 SYS-58 SYS-62 SYS-63: imports servers of other apps from an empty data folder on, and asks for what is missing', async ({
  start,
  workspace
}) => {
  const bin = workspace.file('bin')
  fs.mkdirSync(bin)
  const file = writeCounter(workspace)
  const parley = await start({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } })
  await test.step('gets to the first result of another app’s server in five clicks and keys, without showing its key', () =>
    importFirst(parley, file))
  await test.step('fetches through an imported uvx server of VS Code, and shows the address first', () =>
    importFetch(parley))
  await test.step('asks for tokens that were placeholders, and names a missing one', () =>
    importTokens(parley))
})

function writeCounter(workspace: Workspace): string {
  const key = makeSecret('key of another host', 'COUNTER_KEY')
  const counter = { ...fixture('counter'), env: { COUNTER_KEY: key } }
  return writeHome(workspace, claudeDesktop, { mcpServers: { counter } })
}

async function findServers(window: Page): Promise<Locator> {
  const servers = await openServers(window)
  await servers.getByRole('button', { name: 'Add server', exact: true }).click()
  await expect(servers.getByRole('textbox', { name: 'Paste configuration' })).toBeVisible()
  await servers.getByRole('button', { name: 'Find servers in other apps' }).click()
  return servers
}

async function importFirst({ window, workspace }: Parley, file: string): Promise<void> {
  const before = fs.readFileSync(file, 'utf8')
  const welcome = window.getByRole('dialog', { name: /welcome/i })
  await expect(welcome).toBeVisible()
  await beginToCount(window)

  await welcome.getByRole('button', { name: 'Import my servers from another app' }).click()
  const found = welcome.getByRole('region', { name: 'Servers from Claude Desktop' })
  await expect(found).toContainText(file)
  await expect(found.getByRole('article', { name: 'counter' })).toContainText('a key, stored by Parley')
  await expect(found.getByRole('checkbox', { name: 'counter' })).toBeChecked()
  await expectAccessible(window)
  await welcome.getByRole('button', { name: 'Import 1 server' }).click()
  await answerTrust(window, 'counter')
  await expectConnected(window, 1)
  await messageBox(window).fill('count {"by": 3}')
  await messageBox(window).press('Enter')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(toolCard(window, 'counter', 'count')).toContainText('counter stands at 3')
  const taken = await pressed(window)
  expect(taken).toBe(5)
  const table = fs.readFileSync(path.join(projectFolder, 'docs/clicks.md'), 'utf8')
  expect(table).toContain(`has set up: **${taken}**`)

  expect(workspace.readSettings()).toContain('"COUNTER_KEY": "${secret:counter-counter_key}"')
  expect(fs.readFileSync(file, 'utf8')).toBe(before)
  // From here on the key is in no file: the end of the test searches for it.
  fs.rmSync(file)
}

async function importFetch({ window, workspace }: Parley): Promise<void> {
  const mcp = path.join(projectFolder, 'app/settings/fixtures/hosts/vscode.json')
  const files = [
    writeHome(workspace, '.config/Code/User/mcp.json', fs.readFileSync(mcp, 'utf8')),
    writeHome(workspace, '.cursor/mcp.json', '{\n  "mcpServers": oops\n}')
  ]
  standIn(workspace, 'uvx', process.execPath, workspace.file('fetch.mjs'))
  // The real one comes from PyPI. This one has its name, its tool and its argument.
  fs.writeFileSync(
    workspace.file('fetch.mjs'),
    `import { serve, textResult } from ${JSON.stringify(serverFile('line-server.mjs'))}\n${fetchServer}`
  )
  const servers = await findServers(window)
  const code = servers.getByRole('region', { name: 'Servers from VS Code' })
  await expect(code.getByRole('article', { name: 'perplexity' })).toContainText('Parley asks you for it')
  await expect(code.getByRole('article', { name: 'perplexity' })).toContainText('Not imported: envFile')
  await expect(servers.getByRole('region', { name: 'Servers from Cursor' })).toContainText('line 2')
  await code.getByRole('checkbox', { name: 'perplexity' }).uncheck()
  await servers.getByRole('button', { name: 'Import 1 server' }).click()
  await expect(trustDialog(window, 'fetch')).toContainText('mcp-server-fetch')
  if (await keepContainedStopped(window, 'fetch')) await runWithoutWalls(window, 'fetch')
  await expect(serverItem(servers, 'fetch')).toContainText('connected')
  await window.keyboard.press('Escape')
  await expectConnected(window, 2)
  await messageBox(window).fill('fetch {"url": "https://example.com/a"}')
  await messageBox(window).press('Enter')
  await expect(callDialog(window, 'fetch', 'fetch')).toContainText('https://example.com/a')
  await answerCall(window, { server: 'fetch', tool: 'fetch', answer: 'Allow once' })
  await expect(toolCard(window, 'fetch', 'fetch')).toContainText('Contents of https://example.com/a')
  for (const file of files) fs.rmSync(file)
}

async function importTokens({ window, workspace }: Parley): Promise<void> {
  const sample = (name: string) => path.join(projectFolder, 'app/settings/fixtures/hosts', name)
  const { mcpServers } = JSON.parse(fs.readFileSync(sample('claude-desktop.json'), 'utf8')) as {
    mcpServers: Record<string, object>
  }
  const brave = JSON.parse(fs.readFileSync(sample('spring-ai.json'), 'utf8')) as typeof mcpServers
  const git = { command: 'uvx', args: ['mcp-server-git'] }
  const gitlab = {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-gitlab'],
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: '<YOUR_TOKEN>', GITLAB_API_URL: 'https://gitlab.example.com/api/v4' }
  }
  writeHome(workspace, claudeDesktop, {
    mcpServers: { ...brave['mcpServers'], github: mcpServers['github'], gitlab, git }
  })
  // Stand-ins for packages: each has a tool of the real one.
  const stub = (name: string, tool: string) =>
    `--stub=${JSON.stringify({ name, tools: [{ name: tool, text: `${tool} was done` }] })}`
  standIn(workspace, 'npx', process.execPath, serverFile('stub.mjs'), stub('of npx', 'create_merge_request'))
  standIn(workspace, 'docker', process.execPath, serverFile('stub.mjs'), stub('github', 'create_issue'))
  standIn(workspace, 'uvx', process.execPath, serverFile('stub.mjs'), stub('git', 'git_commit'))
  const tokens = {
    github: makeSecret('token of GitHub', 'GITHUB_PERSONAL_ACCESS_TOKEN'),
    gitlab: makeSecret('token of GitLab', 'GITLAB_PERSONAL_ACCESS_TOKEN')
  }
  const servers = await findServers(window)
  for (const name of ['brave-search', 'github', 'gitlab'])
    await expect(servers.getByRole('article', { name, exact: true })).toContainText(
      'missing: Parley asks you for it'
    )
  await servers.getByRole('button', { name: 'Import 4 servers' }).click()
  const contained: string[] = []
  for (let done = 0; done < 4; done += 1) {
    const title = window
      .getByRole('dialog', { name: /^Trust server / })
      .getByRole('heading')
      .first()
    const name = ((await title.textContent()) ?? '').slice('Trust server '.length, -1)
    if (!name.startsWith('git') || name === 'github') await answerTrust(window, name)
    else if (await keepContainedStopped(window, name)) contained.push(name)
  }
  for (const name of ['github', 'gitlab'] as const) {
    const field = servers.getByRole('region', { name: `Secrets of ${name}`, exact: true }).getByLabel(/^git/)
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill(tokens[name])
    await field.press('Enter')
  }
  await servers.getByRole('button', { name: 'Done' }).click()
  for (const name of contained) await runWithoutWalls(window, name)
  for (const [name, tool] of [
    ['github', 'create_issue'],
    ['gitlab', 'create_merge_request']
  ] as const) {
    const item = serverItem(servers, name)
    await expect(item).toContainText('connected')
    await expect(await inspect(servers, name, 'Tools')).toContainText(tool)
    await backToChat(window)
    await openServers(window)
  }
  await expect(serverItem(servers, 'git')).toContainText('connected')
  await expect(serverItem(servers, 'brave-search')).toContainText(
    "brave-search-brave_api_key}, which doesn't exist"
  )
  await window.keyboard.press('Escape')
  await sendMessage(window, 'git_commit {"message": "Written by a server"}')
  await expect(callDialog(window, 'git', 'git_commit')).toContainText('Written by a server')
  await callDialog(window, 'git', 'git_commit').getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(toolCard(window, 'git', 'git_commit')).toContainText('denied')
}
