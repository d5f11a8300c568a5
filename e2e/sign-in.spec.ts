/** Signing in to a remote server: the question, the real login page in a browser, the account on the screen. */
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { recordLinks, runTool } from './asking'
import { call, say } from './fixtures/model'
import { signInAt, startSignInServer, type Secret } from './fixtures/sign-in-server'
import type { Parley } from './launch'
import { expect, test } from './test'
import {
  answerCall,
  answers,
  answerTrust,
  callDialog,
  closeDialog,
  expectConnected,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard
} from './window'
import type { SettingsFile, Workspace } from './workspace'

function signInDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Sign in to ${server}`, exact: true })
}

async function openedLink(links: () => Promise<string[]>): Promise<string> {
  let link: string | undefined
  await expect.poll(async () => (link ??= (await links())[0])).toBeDefined()
  return link ?? ''
}

async function signIn(parley: Parley, server: string, login = 'ann'): Promise<void> {
  const { app, window } = parley
  const links = await recordLinks(app)
  await signInDialog(window, server).getByRole('button', { name: 'Open browser' }).click()
  const text = await signInAt(await openedLink(links), login)
  expect(text).toContain('You can close this page')
}

async function inspect(window: Page, server: string): Promise<Locator> {
  const servers = await openServers(window)
  await serverItem(servers, server).getByRole('button', { name: 'Inspect' }).click()
  return servers.getByRole('region', { name: `Sign-in at ${server}` })
}

/** What of it stands in the data folder, the vault left out, in other texts, or anywhere in the memory of the window. */
async function findSecrets(
  { window, workspace }: Parley,
  secrets: readonly Secret[],
  others: Readonly<Record<string, string>> = {}
): Promise<string[]> {
  const files = fs
    .readdirSync(workspace.dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'vault.json')
    .map((entry) => path.join(entry.parentPath, entry.name))
  const texts = {
    ...Object.fromEntries(files.map((file) => [file, fs.readFileSync(file, 'latin1')])),
    ...others,
    'memory of the window': await readMemory(window)
  }
  return Object.entries(texts).flatMap(([where, text]) =>
    secrets.filter(({ value }) => text.includes(value)).map(({ kind }) => `${kind} in ${where}`)
  )
}

async function readMemory(window: Page): Promise<string> {
  const session = await window.context().newCDPSession(window)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void parts.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const memory = parts.join('')
  // The search finds what is there.
  expect(memory).toContain('ann@people.example')
  return memory
}

test('SYS-14 SYS-64: a remote server is signed in to through the login page of its provider', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer()
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  const { window } = parley
  await answerTrust(window, 'work')
  const dialog = signInDialog(window, 'work')
  await expect(dialog).toContainText(new URL(server.issuer).host)
  await expect(dialog).toContainText('mcp:read')
  await signIn(parley, 'work')
  await expect(dialog).toBeHidden()

  const panel = await inspect(window, 'work')
  await expect(panel).toContainText('ann@people.example')
  await expect(panel).toContainText(server.issuer)
  await panel.getByRole('button', { name: 'Test' }).click()
  await expect(panel).toContainText('work accepts the sign-in and lists 2 tools.')
  await closeDialog(window.getByRole('dialog', { name: 'Servers' }))

  await window.getByRole('button', { name: 'New conversation' }).click()
  await window.getByRole('textbox', { name: 'Message' }).fill('work/whoami {}')
  await window.keyboard.press('Enter')
  await expect(callDialog(window, 'work', 'whoami')).toContainText('ann@people.example')
  await callDialog(window, 'work', 'whoami').getByRole('button', { name: 'Allow once' }).click()
  await expect(toolCard(window, 'work', 'whoami')).toContainText('done')
  const secrets = await server.secrets()
  expect(secrets.length).toBeGreaterThan(1)
  expect(await findSecrets(parley, secrets)).toEqual([])
})

test('a call whose sign-in has ended goes on after the next one, and more rights are named', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer()
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  const { window } = parley
  await answerTrust(window, 'work')
  await signIn(parley, 'work')
  await expect(window.getByRole('button', { name: 'Servers: 1 connected' })).toBeVisible()
  await runTool(window, { server: 'work', tool: 'write' })
  await expect(signInDialog(window, 'work')).toContainText('mcp:write')
  await signIn(parley, 'work')
  await expect(toolCard(window, 'work', 'write')).toContainText('done')
})

test('Cancel opens nothing; Sign in in the details asks again; Sign out ends it', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer()
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  const parley = await start()
  const { app, window } = parley
  await answerTrust(window, 'work')
  const links = await recordLinks(app)
  await signInDialog(window, 'work').getByRole('button', { name: 'Cancel' }).click()
  const panel = await inspect(window, 'work')
  await expect(serverItem(window.getByRole('dialog', { name: 'Servers' }), 'work')).toContainText(
    'needs sign-in'
  )
  expect(await links()).toEqual([])
  await panel.getByRole('button', { name: 'Sign in' }).click()
  await signIn(parley, 'work')
  await expect(panel).toContainText('Signed in')
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel).toContainText('You signed out.')
  await expect(serverItem(window.getByRole('dialog', { name: 'Servers' }), 'work')).toContainText(
    'You signed out.'
  )
  await expect(signInDialog(window, 'work')).toBeHidden()
  expect((await server.log()).filter(({ url }) => url === '/token/revocation').length).toBeGreaterThan(0)
})

test('SYS-18 AUTH-01: a key is entered in a masked field, kept in the vault, sent, and seen nowhere', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer({ scenario: 'static-key' })
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const { window } = await start()
  await answerTrust(window, 'work')
  // It says nothing of where to sign in, so this is a question, too.
  await expect(signInDialog(window, 'work')).toContainText('If it wants a key instead')
  await signInDialog(window, 'work').getByRole('button', { name: 'Cancel' }).click()
  const panel = await inspect(window, 'work')
  await panel.getByText('Use an API key or a token instead').click()
  const field = panel.getByLabel('Key or token')
  await expect(field).toHaveAttribute('type', 'password')
  await field.fill('static-key-of-a-test')
  await panel.getByRole('button', { name: 'Save key' }).click()
  // Another header is another act: the person is asked again, with its name and without its value.
  const trust = window.getByRole('dialog', { name: 'Trust server work?' })
  await expect(trust).toContainText('Authorization')
  await expect(trust).not.toContainText('static-key-of-a-test')
  await trust.getByRole('button', { name: 'Trust and start' }).click()
  await expect(serverItem(window.getByRole('dialog', { name: 'Servers' }), 'work')).toContainText('connected')
  const everything = [
    workspace.readSettings(),
    ...Object.values(workspace.readLogs()),
    await window.content()
  ]
  for (const text of everything) expect(text).not.toContain('static-key-of-a-test')
  expect(workspace.readSettings()).toContain('${secret:work-authorization}')
})

const kindsOfSignIns = [
  'access token',
  'authorization code',
  'client secret',
  'code verifier',
  'identity token',
  'refresh token',
  'registration token',
  'state'
]

test('SYS-64 AUTH-36: of all secrets of sign-ins and keys none is found outside of the vault', async ({
  start,
  startModel,
  workspace
}) => {
  using work = await startSignInServer()
  using registered = await startSignInServer({ scenario: 'no-registration' })
  using keyed = await startSignInServer({ scenario: 'static-key' })
  const model = await startModel(
    [
      [say('Now we talk.')],
      ...['work', 'registered', 'keyed', 'work'].flatMap((server) => [
        [call(server, 'whoami', {})],
        [say(`That was ${server}.`)]
      ])
    ],
    { apiKey: 'sk-model-key-of-a-test' }
  )
  workspace.writeSettings(model.settingsWithKey(undefined))
  const parley = await start()
  const { window } = parley
  await enterModelKey(window, 'sk-model-key-of-a-test')

  addEntry(workspace, 'work', work.url)
  await answerTrust(window, 'work')
  await signIn(parley, 'work')
  await expectConnected(window, 1)
  addEntry(workspace, 'registered', registered.url)
  await answerTrust(window, 'registered')
  const question = signInDialog(window, 'registered')
  await question.getByLabel('Client id').fill('known')
  await question.getByLabel('Client secret').fill('a-well-kept-secret')
  await signIn(parley, 'registered', 'ben')
  await expectConnected(window, 2)
  addEntry(workspace, 'keyed', keyed.url)
  await answerTrust(window, 'keyed')
  await pressIn(signInDialog(window, 'keyed'), 'Cancel')
  await enterServerKey(window, 'keyed', 'static-key-of-a-test')
  await answerTrust(window, 'keyed')
  await closeDialog(window.getByRole('dialog', { name: 'Servers' }))
  await expectConnected(window, 3)

  for (const server of ['work', 'registered', 'keyed']) {
    await sendMessage(window, `Who am I at ${server}?`)
    await answerCall(window, { server, tool: 'whoami', answer: 'Allow for this conversation' })
    await expect(answers(window).last()).toContainText(`That was ${server}.`)
  }
  await work.expire()
  const given = (await work.secrets()).length
  await sendMessage(window, 'And now?')
  await expect(toolCard(window, 'work', 'whoami').last()).toContainText('done')
  await expect(answers(window).last()).toContainText('That was work.')

  const all = [...(await work.secrets()), ...(await registered.secrets())]
  expect((await work.secrets()).length).toBeGreaterThan(given)
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(kindsOfSignIns)
  const entered = [
    { kind: 'API key', value: 'static-key-of-a-test' },
    { kind: 'model key', value: 'sk-model-key-of-a-test' }
  ]
  const others = { 'exported ledger': await exportLedger(parley), 'standard error': parley.standardError() }
  const found = await findSecrets(parley, [...all, ...entered, { kind: 'tool', value: 'whoami' }], others)
  // The search finds what is there, in files, exports and memory.
  const controls = found.filter((each) => each.startsWith('tool in '))
  expect(controls).toContain('tool in exported ledger')
  expect(controls).toContain('tool in memory of the window')
  expect(controls.join()).toContain(`tool in ${path.join(workspace.dataFolder, 'history')}`)
  expect(found.filter((each) => !controls.includes(each))).toEqual([])
  expect(workspace.readSettings()).toContain('${secret:keyed-authorization}')
})

async function enterModelKey(window: Page, key: string): Promise<void> {
  await sendMessage(window, 'Hello')
  await expect(window.getByRole('alert').filter({ hasText: /key/i }).first()).toBeVisible()
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  const field = settings.getByLabel(/API key/i).first()
  await expect(field).toHaveAttribute('type', 'password')
  await field.fill(key)
  await field.press('Enter')
  await expect(settings.getByRole('status')).toContainText('models')
  await closeDialog(settings)
  await window.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(answers(window).last()).toContainText('Now we talk.')
}

async function enterServerKey(window: Page, server: string, key: string): Promise<void> {
  const panel = await inspect(window, server)
  await panel.getByText('Use an API key or a token instead').click()
  await panel.getByLabel('Key or token').fill(key)
  await panel.getByRole('button', { name: 'Save key' }).click()
}

/** By hand in the file, beside what Parley has written there. */
function addEntry(workspace: Workspace, server: string, url: string): void {
  const settings = JSON.parse(workspace.readSettings()) as SettingsFile
  workspace.writeSettings({ ...settings, mcpServers: { ...settings.mcpServers, [server]: { url } } })
}

async function exportLedger({ app, window, workspace }: Parley): Promise<string> {
  const file = workspace.file('ledger.jsonl')
  await app.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Settings', exact: true })
  await dialog.getByRole('tab', { name: 'Ledger', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export as JSON Lines' }).click()
  await expect(dialog.getByRole('status')).toContainText('Written to')
  await closeDialog(dialog)
  return fs.readFileSync(file, 'utf8')
}
