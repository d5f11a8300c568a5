/** Signing in at a real identity provider, through its pages, to servers of the official Python library. */
import type { Page } from 'playwright/test'
import { recordLinks, runTool, runToolHere } from '../server-questions'
import { visitPages } from '../fixtures/browser'
import type { Parley } from '../launch'
import { openSignIn, openedLink, signInDialog } from '../signing-in'
import { expect, test } from '../test'
import {
  answerTrust,
  backToChat,
  expectConnected,
  openServers,
  pressIn,
  serverItem,
  toolCard,
  trustEach
} from '../window'
import { startKeycloak, user, type Keycloak } from './keycloak-server'
import { startProtectedServer } from './python-servers'

let keycloak: Keycloak
test.beforeAll(async () => {
  keycloak = await startKeycloak(process.env['PARLEY_KEYCLOAK'] ?? '')
})
test.afterAll(async () => {
  await keycloak?.[Symbol.asyncDispose]()
})

/** Fills in the login page, and the consent page if there is one. */
async function logIn(page: Page, asksConsent = true): Promise<void> {
  await page.getByLabel('Username or email').fill(user.name)
  await page.locator('#password').fill(user.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  if (asksConsent) await page.getByRole('button', { name: 'Yes' }).click()
}

async function signInAtKeycloak(parley: Parley, server: string, asksConsent = true): Promise<void> {
  const links = await recordLinks(parley.app)
  await pressIn(signInDialog(parley.window, server), 'Open browser')
  const text = await visitPages(await openedLink(links), (page) => logIn(page, asksConsent))
  expect(text).toContain('You can close this page')
}

async function expectCall(parley: Parley, server: string, count: number): Promise<void> {
  await (count === 1 ? runTool : runToolHere)(parley.window, { server, tool: 'whoami' })
  const done = toolCard(parley.window, server, 'whoami').filter({ hasText: `${user.name} by` })
  await expect(done).toHaveCount(count)
}

/** Seconds. Parley renews a token a tenth of its life before its end. */
const lifespan = 10

test('AUTH-23 AUTH-38 AUTH-39 SYS-14 SYS-64: registers at Keycloak, renews expired tokens with rotation, and asks again after they are revoked', async ({
  start,
  workspace
}) => {
  const realm = await keycloak.addRealm('people')
  await realm.change({ accessTokenLifespan: lifespan })
  await using server = await startProtectedServer(realm)
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  const { window } = parley
  await answerTrust(window, 'work')
  const dialog = signInDialog(window, 'work')
  await expect(dialog).toContainText(realm.issuer)
  await expect(dialog).toContainText('mcp:tools')
  await signInAtKeycloak(parley, 'work')
  await expectConnected(window, 1)
  const panel = await openSignIn(window, 'work')
  await expect(panel).toContainText(realm.issuer)
  await backToChat(window)
  expect(await realm.registeredClients()).toBe(1)
  await expectCall(parley, 'work', 1)

  // The second renewal shows that Parley kept the refresh token of the first.
  for (let count = 1; count <= 2; count += 1) {
    const ends = Date.now() + lifespan * 1_000
    await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(ends)
    await expectCall(parley, 'work', count + 1)
    expect(await realm.events('REFRESH_TOKEN')).toBeGreaterThanOrEqual(count)
  }
  expect(await realm.events('REFRESH_TOKEN_ERROR')).toBe(0)
  expect(await realm.events('LOGIN')).toBe(1)

  await realm.logOut()
  await runToolHere(window, { server: 'work', tool: 'whoami' })
  await expect(dialog).toContainText("wasn't renewed")
  // Keycloak asks for consent again, because Parley asks for offline access.
  await signInAtKeycloak(parley, 'work')
  await expect(toolCard(window, 'work', 'whoami').filter({ hasText: `${user.name} by` })).toHaveCount(4)
  expect(await realm.registeredClients()).toBe(1)
})

test('AUTH-23: registers again after Keycloak has lost the registration', async ({ start, workspace }) => {
  const realm = await keycloak.addRealm('forgetful')
  await using server = await startProtectedServer(realm)
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  await answerTrust(parley.window, 'work')
  await signInAtKeycloak(parley, 'work')
  await expectConnected(parley.window, 1)
  await expectCall(parley, 'work', 1)
  await realm.forgetClients()
  await runToolHere(parley.window, { server: 'work', tool: 'whoami' })
  await expect(signInDialog(parley.window, 'work')).toContainText('invalid_client')
  await signInAtKeycloak(parley, 'work')
  const done = toolCard(parley.window, 'work', 'whoami').filter({ hasText: `${user.name} by` })
  await expect(done).toHaveCount(2)
  expect(await realm.registeredClients()).toBe(1)
})

test('AUTH-24 AUTH-35 SYS-64: uses a pre-registered client, and keeps two realms at one address apart', async ({
  start,
  workspace
}) => {
  const [one, two] = [await keycloak.addRealm('one'), await keycloak.addRealm('two')]
  await using home = await startProtectedServer(one)
  await using work = await startProtectedServer(two)
  await one.addClient({
    clientId: 'parley-known',
    publicClient: true,
    redirectUris: ['http://127.0.0.1/callback'],
    optionalClientScopes: ['mcp:tools', 'offline_access'],
    attributes: { 'pkce.code.challenge.method': 'S256' }
  })
  workspace.writeSettings({
    mcpServers: {
      home: { url: home.url, oauth: { clientId: 'parley-known' } },
      work: { url: work.url }
    },
    models: { default: 'direct' }
  })
  const parley = await start()
  const { window } = parley
  await trustEach(window, ['home', 'work'])
  const asked = window.getByRole('dialog', { name: /^Sign in to (?:home|work)$/ })
  const isHomeFirst = ((await asked.getByRole('heading').first().textContent()) ?? '').endsWith('home')
  for (const name of isHomeFirst ? ['home', 'work'] : ['work', 'home'])
    await signInAtKeycloak(parley, name, name === 'work')
  await expectConnected(window, 2)
  expect([await one.registeredClients(), await two.registeredClients()]).toEqual([0, 1])
  await runTool(window, { server: 'home', tool: 'whoami' })
  await expect(toolCard(window, 'home', 'whoami')).toContainText('by parley-known')
  await expectCall(parley, 'work', 1)
  for (const [name, issuer] of [
    ['home', one.issuer],
    ['work', two.issuer]
  ] as const) {
    await expect(await openSignIn(window, name)).toContainText(issuer)
    await backToChat(window)
  }
})

test('signs in without offline access where Keycloak refuses it to the user', async ({
  start,
  workspace
}) => {
  const realm = await keycloak.addRealm('strict', false)
  await using server = await startProtectedServer(realm)
  workspace.writeSettings({ mcpServers: { work: { url: server.url } }, models: { default: 'direct' } })
  const parley = await start()
  await answerTrust(parley.window, 'work')
  const links = await recordLinks(parley.app)
  await pressIn(signInDialog(parley.window, 'work'), 'Open browser')
  await visitPages(await openedLink(links), logIn)
  // The consent of the first visit holds.
  await visitPages(await openedLink(links), (page) => logIn(page, false))
  await expectConnected(parley.window, 1)
  await expectCall(parley, 'work', 1)
  expect(await realm.registeredClients()).toBe(1)
})

test('SYS-15: shows why Keycloak refuses to register Parley', async ({ start, workspace }) => {
  const realm = await keycloak.addRealm('closed')
  await realm.distrustHosts()
  await using server = await startProtectedServer(realm)
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  const { app, window } = await start()
  const links = await recordLinks(app)
  await answerTrust(window, 'work')
  await pressIn(signInDialog(window, 'work'), 'Open browser')
  const servers = await openServers(window)
  await expect(serverItem(servers, 'work')).toContainText("couldn't register with")
  await expect(serverItem(servers, 'work')).toContainText('Trusted Hosts')
  expect(await links()).toEqual([])
})
