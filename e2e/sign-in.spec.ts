/** Signing in to a remote server: the question, the real login page in a browser, the account on the screen. */
import type { Page } from 'playwright/test'
import { startPasswordServer } from '../app/testing/sign-in/password-server'
import { recordLinks, runTool } from './server-questions'
import { call, say } from './fixtures/model'
import { startSignInServer } from './fixtures/sign-in-server'
import type { Parley } from './launch'
import { knownSecrets, makeSecret, modelKey } from './secrets'
import { openSignIn, signIn, signInDialog } from './signing-in'
import { expect, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  answerTrust,
  backToChat,
  callDialog,
  closeDialog,
  currentServer,
  expectConnected,
  pressIn,
  sendMessage,
  serverPage,
  toolCard
} from './window'
import type { SettingsFile, Workspace } from './workspace'

sharedTest(
  'SYS-14 SYS-18 SYS-64: signs in through the login page of a provider or with a password, asks again where rights are missing, and signs out',
  { tag: '@quick' },
  async ({ start, workspace }) => {
    using server = await startSignInServer()
    workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
    const parley = await start()
    await answerTrust(parley.window, 'work')
    await test.step('opens nothing on Cancel, and asks again by Sign in in the details', () =>
      signInLater(parley, server))
    await test.step('uses the account, and names additional rights', () => useAccount(parley))
    await test.step('signs out', () => signOut(parley.window))
    expect((await server.log()).filter(({ url }) => url === '/token/revocation').length).toBeGreaterThan(0)
    await test.step('takes a user name and a password', () => signInWithPassword(parley, workspace))
  }
)

async function signInLater(parley: Parley, { issuer }: { readonly issuer: string }): Promise<void> {
  const { app, window } = parley
  const dialog = signInDialog(window, 'work')
  const links = await recordLinks(app)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const panel = await openSignIn(window, 'work')
  await expect(currentServer(window)).toContainText('needs sign-in')
  expect(await links()).toEqual([])
  await panel.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toContainText(new URL(issuer).host)
  await expect(dialog).toContainText('mcp:read')
  await signIn(parley, 'work')
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('Signed in')
  await expect(panel).toContainText('ann@people.example')
  await expect(panel).toContainText(issuer)
  await panel.getByRole('button', { name: 'Test' }).click()
  await expect(panel).toContainText('work accepted the sign-in and lists 2 tools.')
  await backToChat(window)
}

async function useAccount(parley: Parley): Promise<void> {
  const { window } = parley
  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'work/whoami {}')
  await expect(callDialog(window, 'work', 'whoami')).toContainText('ann@people.example')
  await pressIn(callDialog(window, 'work', 'whoami'), 'Allow once')
  await expect(toolCard(window, 'work', 'whoami')).toContainText('done')
  // The call waits, and continues after the next sign-in.
  await runTool(window, { server: 'work', tool: 'write' })
  await expect(signInDialog(window, 'work')).toContainText('mcp:write')
  await signIn(parley, 'work')
  await expect(toolCard(window, 'work', 'write')).toContainText('done')
}

async function signOut(window: Page): Promise<void> {
  const panel = await openSignIn(window, 'work')
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel).toContainText('You signed out.')
  await expect(serverPage(window, 'work')).toContainText('You signed out.')
  await expect(signInDialog(window, 'work')).toBeHidden()
  await backToChat(window)
}

/** They go to their server only. */
async function signInWithPassword({ app, window }: Parley, workspace: Workspace): Promise<void> {
  const password = makeSecret('password')
  using server = await startPasswordServer({ user: 'ann', password })
  workspace.writeSettings({ mcpServers: { shop: { url: server.url } }, models: { default: 'direct' } })
  await answerTrust(window, 'shop')
  const links = await recordLinks(app)
  const dialog = signInDialog(window, 'shop')
  const enter = async (text: string) => {
    await dialog.getByLabel('User name').fill('ann')
    await dialog.getByLabel('Password').fill(text)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
  }
  await expect(dialog).toContainText(server.host)
  await expect(dialog).toContainText('The shop')
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'password')
  await enter('not the password')
  await expect(dialog).toContainText("didn't accept the user name or password")
  await enter(password)
  await expectConnected(window, 1)
  await runTool(window, { server: 'shop', tool: 'stock' })
  await expect(toolCard(window, 'shop', 'stock')).toContainText('Twelve pots')
  expect(await links()).toEqual([])
  expect(workspace.readSettings()).not.toContain(password)
  const panel = await openSignIn(window, 'shop')
  await expect(panel).toContainText('Signed in')
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel).toContainText('You signed out.')
}

sharedTest(
  'SYS-18 AUTH-01: masks an entered key, stores it in the vault, sends it, and shows it in no other place',
  async ({ start, workspace }) => {
    const key = makeSecret('API key')
    using server = await startSignInServer({ scenario: 'static-key', staticKey: key })
    workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
    const { window } = await start()
    await answerTrust(window, 'work')
    // It doesn't say where to sign in, so Parley asks for a key, too.
    await expect(signInDialog(window, 'work')).toContainText('If it needs a key instead')
    await signInDialog(window, 'work').getByRole('button', { name: 'Cancel' }).click()
    const panel = await openSignIn(window, 'work')
    await panel.getByText('Use an API key or token instead').click()
    const field = panel.getByLabel('Key or token')
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill(key)
    await panel.getByRole('button', { name: 'Save key' }).click()
    // Another header is another action: Parley asks again, with its name and without its value.
    const trust = window.getByRole('dialog', { name: 'Trust server work?' })
    await expect(trust).toContainText('Authorization')
    await expect(trust).not.toContainText(key)
    await trust.getByRole('button', { name: 'Trust and start' }).click()
    await expect(currentServer(window)).toContainText('connected')
    const everything = [
      workspace.readSettings(),
      ...Object.values(workspace.readLogs()),
      await window.content()
    ]
    for (const text of everything) expect(text).not.toContain(key)
    expect(workspace.readSettings()).toContain('${secret:work-authorization}')
  }
)

const kindsOfSignIns = [
  'access token',
  'authorization code',
  'client secret',
  'code verifier',
  'identity token',
  'refresh token',
  'registration token',
  'session id',
  'state'
]

test('SYS-15 SYS-64 AUTH-24 AUTH-36: leaves no secret of sign-ins and keys outside of the vault', async ({
  start,
  startModel,
  workspace
}) => {
  const key = makeSecret('API key')
  const clientSecret = makeSecret('client secret')
  using work = await startSignInServer()
  using registered = await startSignInServer({ scenario: 'no-registration', clientSecret })
  using keyed = await startSignInServer({ scenario: 'static-key', staticKey: key })
  const model = await startModel([
    [say('Now we talk.')],
    ...['work', 'registered', 'keyed', 'work'].flatMap((server) => [
      [call(server, 'whoami', {})],
      [say(`That was ${server}.`)]
    ])
  ])
  workspace.writeSettings(model.settingsWithKey(undefined))
  const parley = await start()
  const { window } = parley
  await enterModelKey(window, modelKey.value)

  addEntry(workspace, 'work', work.url)
  await answerTrust(window, 'work')
  await signIn(parley, 'work')
  await expectConnected(window, 1)
  addEntry(workspace, 'registered', registered.url)
  await answerTrust(window, 'registered')
  const question = signInDialog(window, 'registered')
  await question.getByLabel('Client ID').fill('known')
  await question.getByLabel('Client secret').fill(clientSecret)
  await signIn(parley, 'registered', 'ben')
  await expectConnected(window, 2)
  addEntry(workspace, 'keyed', keyed.url)
  await answerTrust(window, 'keyed')
  await pressIn(signInDialog(window, 'keyed'), 'Cancel')
  await enterServerKey(window, 'keyed', key)
  await answerTrust(window, 'keyed')
  await backToChat(window)
  await expectConnected(window, 3)

  for (const server of ['work', 'registered', 'keyed']) {
    await sendMessage(window, `Who am I at ${server}?`)
    await answerCall(window, { server, tool: 'whoami', answer: 'Allow for this conversation' })
    await expect(answers(window).last()).toContainText(`That was ${server}.`)
  }
  await work.expire()
  const given = work.secrets.length
  await sendMessage(window, 'And now?')
  // The model has read the others' answers since then.
  await answerCall(window, { server: 'work', tool: 'whoami', answer: 'Allow once' })
  await expect(toolCard(window, 'work', 'whoami').last()).toContainText('done')
  await expect(answers(window).last()).toContainText('That was work.')

  const all = [...work.secrets, ...registered.secrets]
  expect(work.secrets.length).toBeGreaterThan(given)
  expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(kindsOfSignIns)
  await exportLedger(parley)
  // The search after every journey looks for all of them.
  for (const { value } of all) expect(knownSecrets()).toContainEqual(expect.objectContaining({ value }))
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
  const panel = await openSignIn(window, server)
  await panel.getByText('Use an API key or token instead').click()
  await panel.getByLabel('Key or token').fill(key)
  await panel.getByRole('button', { name: 'Save key' }).click()
}

/** By hand in the file, beside Parley's own entries. */
function addEntry(workspace: Workspace, server: string, url: string): void {
  const settings = JSON.parse(workspace.readSettings()) as SettingsFile
  workspace.writeSettings({ ...settings, mcpServers: { ...settings.mcpServers, [server]: { url } } })
}

async function exportLedger({ app, window, workspace }: Parley): Promise<void> {
  const file = workspace.file('ledger.jsonl')
  await app.evaluate(({ dialog: system }, filePath) => {
    system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Settings', exact: true })
  await dialog.getByRole('tab', { name: 'Activity log', exact: true }).click()
  await dialog.getByRole('button', { name: 'Export as JSON Lines' }).click()
  await expect(dialog.getByRole('status')).toContainText('Written to')
  await closeDialog(dialog)
}
