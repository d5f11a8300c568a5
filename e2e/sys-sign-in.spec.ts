/** The kinds of servers that require a sign-in, each signed in to through its pages in a browser. */
import type { Locator, Page } from 'playwright/test'
import { recordLinks, runTool } from './server-questions'
import { visitPages } from './fixtures/browser'
import { call, say } from './fixtures/model'
import { startOwnSignInServer } from './fixtures/own-sign-in-server'
import { fillInLogin, signInAt, startOAuthProxy, startSignInServer } from './fixtures/sign-in-server'
import type { Parley } from './launch'
import { makeSecret } from './secrets'
import { openSignIn, openedLink, signIn, signInDialog } from './signing-in'
import { expect, sharedTest as test } from './test'
import {
  addServer,
  answerCall,
  answers,
  answerTrust,
  backToChat,
  callDialog,
  callUp,
  closeDialog,
  currentServer,
  expectConnected,
  inspect,
  messageBox,
  offeredResource,
  openAttach,
  openServers,
  openTab,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustEach
} from './window'
import type { Workspace } from './workspace'

const agree = async (page: Page) => {
  await expect(page.getByRole('heading')).toHaveText('Let Parley use your notes?')
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function signInThere(parley: Parley, server: string, work: (page: Page) => Promise<void>) {
  const links = await recordLinks(parley.app)
  await pressIn(signInDialog(parley.window, server), 'Open browser')
  await visitPages(await openedLink(links), work)
}

/** The server reconnects then: its tools above the next button disappear. */
async function signOut(window: Page, panel: Locator) {
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await expect(panel).toContainText('You signed out.')
  await expect(currentServer(window)).toContainText('needs sign-in')
}

test('SYS-12 SYS-13 SYS-17 AUTH-12 SEC-11: signs in where servers answer for their sign-in themselves, with their consent pages each time', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {}, models: { default: 'direct' } })
  const parley = await start()
  await test.step('at a server that is its own authorization server at unpublished addresses', () =>
    signInTwice(parley, workspace))
  await test.step("through the pages of a server's third-party service, with a token of the server's own", () =>
    signInThroughService(parley, workspace))
  await test.step('at a shared sign-in proxy, whose consent page may be denied', () =>
    signInAtProxy(parley, workspace))
})

async function signInTwice(parley: Parley, workspace: Workspace): Promise<void> {
  await using server = await startOwnSignInServer()
  workspace.writeSettings({ mcpServers: { own: { url: server.url } }, models: { default: 'direct' } })
  const { window } = parley
  await answerTrust(window, 'own')
  const dialog = signInDialog(window, 'own')
  await expect(dialog).toContainText("doesn't say where to sign in")
  await expect(dialog).toContainText(`${server.origin}/authorize`)
  await signInThere(parley, 'own', agree)
  await expectConnected(window, 1)
  expect(server.asked).toContain('GET /.well-known/oauth-authorization-server')
  expect(server.asked.filter((each) => /\/(?:register|authorize|token)$/.test(each))).toEqual([
    'POST /register',
    'GET /authorize',
    'POST /token'
  ])
  const sent = [...server.tokens]
  const panel = await openSignIn(window, 'own')
  await signOut(window, panel)
  await panel.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signInThere(parley, 'own', agree)
  await expect(panel).toContainText('Signed in')
  await backToChat(window)
  await expectConnected(window, 1)
  expect(server.asked.filter((each) => each === 'GET /authorize')).toHaveLength(2)
  for (const [redirect, ...others] of server.redirects) {
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(others).toEqual([])
  }
  expect(tokensOnceGiven(sent)).toEqual([server.token])
}

/** The tokens of all requests since the first one with a token, each once. */
function tokensOnceGiven(tokens: readonly (string | null)[]): (string | null)[] {
  const given = tokens.findIndex((token) => token !== null)
  expect(given).toBeGreaterThan(0)
  return [...new Set(tokens.slice(given))]
}

async function signInThroughService(parley: Parley, workspace: Workspace): Promise<void> {
  await using server = await startOwnSignInServer({ delegates: true })
  workspace.writeSettings({ mcpServers: { delegating: { url: server.url } }, models: { default: 'direct' } })
  const { window } = parley
  await answerTrust(window, 'delegating')
  await signInThere(parley, 'delegating', async (page) => {
    await agree(page)
    await expect(page.getByRole('heading')).toHaveText('Sign in at the third place')
    expect(new URL(page.url()).origin).toBe(server.thirdPlace)
    await page.getByRole('button', { name: 'Sign in here' }).click()
  })
  await expectConnected(window, 1)
  await runTool(window, { server: 'delegating', tool: 'note' })
  await expect(toolCard(window, 'delegating', 'note')).toContainText('Buy milk.')
  expect(tokensOnceGiven(server.tokens)).toEqual([server.token])
}

async function signInAtProxy(parley: Parley, workspace: Workspace): Promise<void> {
  const clientSecret = makeSecret('client secret')
  using third = await startSignInServer({ clientSecret })
  using proxy = await startOAuthProxy({ issuer: third.issuer, clientSecret })
  workspace.writeSettings({ mcpServers: { proxied: { url: proxy.url } }, models: { default: 'direct' } })
  const { window } = parley
  await answerTrust(window, 'proxied')
  let pages = 0
  const consent = async (page: Page, answer: string) => {
    await expect(page.getByRole('heading', { name: 'Authorization Request' })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(new URL(proxy.url).origin)
    pages += 1
    await page.getByRole('button', { name: answer }).click()
  }
  await signInThere(parley, 'proxied', (page) => consent(page, 'Deny'))
  const panel = await openSignIn(window, 'proxied')
  await expect(panel).toContainText('denied the sign-in')
  const signIn = async () => {
    await panel.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInThere(parley, 'proxied', async (page) => {
      await consent(page, 'Approve')
      await fillInLogin(page, 'ann')
    })
    await expect(panel).toContainText('Signed in')
  }
  await signIn()
  await signOut(window, panel)
  await signIn()
  expect(pages).toBe(3)
  await backToChat(window)
  await expectConnected(window, 1)
  await runTool(window, { server: 'proxied', tool: 'whoami' })
  await expect(toolCard(window, 'proxied', 'whoami')).toContainText('ann@people.example')

  // The third party knows only the proxy, which all its clients share: only the proxy's consent page distinguishes them.
  const asked = (await third.log()).filter(({ at, url }) => at === 'issuer' && url.startsWith('/auth?'))
  expect(asked).toHaveLength(2)
  for (const { url } of asked) {
    const { searchParams } = new URL(url, third.issuer)
    expect(searchParams.get('client_id')).toBe('known')
    expect(new URL(searchParams.get('redirect_uri') ?? '').origin).toBe(new URL(proxy.url).origin)
  }
}

test('SYS-16: finds an issuer with OpenID only, rejects it without PKCE, and signs in anyway after a warning', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer({ scenario: 'openid-only' })
  using careless = await startSignInServer({ scenario: 'no-pkce' })
  workspace.writeSettings({
    mcpServers: { careless: { url: careless.url }, work: { url: server.url, disabled: true } }
  })
  const parley = await start()
  const { window } = parley
  const links = await recordLinks(parley.app)
  await answerTrust(window, 'careless')
  const servers = await openServers(window)
  await expect(serverItem(servers, 'careless')).toContainText('needs sign-in')
  await expect(serverItem(servers, 'careless')).toContainText('PKCE')
  expect(await links()).toEqual([])
  await expect(serverItem(servers, 'careless')).toContainText('could sign in as you')
  await serverItem(servers, 'careless').getByRole('button', { name: 'Sign in anyway' }).click()
  await expect(signInDialog(window, 'careless')).toContainText('PKCE')
  await pressIn(signInDialog(window, 'careless'), 'Open browser')
  const page = await openedLink(links)
  expect(new URL(page).searchParams.get('code_challenge_method')).toBe('S256')
  await signInAt(page, 'ann')
  await expect(serverItem(servers, 'careless')).toContainText('connected')
  await expect(servers.getByRole('button', { name: 'Sign in anyway' })).toBeHidden()
  await closeDialog(servers)
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  await answerTrust(window, 'work')
  await signIn(parley, 'work')
  await expectConnected(window, 1)
  const asked = (await server.log()).map(({ url }) => url)
  expect(asked).toContain('/.well-known/openid-configuration')
})

test('SYS-14 AUTH-16: lets the user choose one of two authorization servers', async ({
  start,
  workspace
}) => {
  using other = await startSignInServer()
  using server = await startSignInServer({ scenario: 'two-issuers', delegates: [other.issuer] })
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  const parley = await start()
  const { window } = parley
  await answerTrust(window, 'work')
  const dialog = signInDialog(window, 'work')
  await expect(dialog.getByRole('button', { name: 'Open browser' })).toBeDisabled()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await dialog.getByRole('radio', { name: server.issuer }).check()
  await signIn(parley, 'work')
  await expectConnected(window, 1)
  const panel = await openSignIn(window, 'work')
  await expect(panel).toContainText(server.issuer)
  expect((await other.log()).filter(({ at, url }) => at === 'issuer' && url.startsWith('/auth'))).toEqual([])
})

test('SYS-21 SYS-64 UI-07: connects a server by its address: sign-in, confirmation, resources, prompts, a tool switched off', async ({
  start,
  startModel,
  workspace
}) => {
  using server = await startSignInServer()
  const model = await startModel([[say('Here I am.')]])
  workspace.writeSettings(model.settings)
  const parley = await start()
  const { window } = parley
  const servers = await openServers(window)
  await addServer(servers, 'work', { url: server.url })
  await signIn(parley, 'work')
  await expect(
    window.getByRole('status').filter({ hasText: 'You are signed in to work as ann' })
  ).toBeVisible()
  await expect(serverItem(servers, 'work')).toContainText('connected')
  const page = await inspect(servers, 'work')
  await expect(page.getByRole('region', { name: 'Sign-in at work' })).toContainText('ann@people.example')
  await openTab(page, 'Tools')
  await page.getByRole('switch', { name: /write/ }).click()
  await backToChat(window)

  const attach = await openAttach(window)
  await expect(offeredResource(attach, 'work', /report/)).toBeVisible()
  await closeDialog(attach)
  await expect(await callUp(window, '/')).toContainText([/summary/])
  await messageBox(window).fill('')
  await sendMessage(window, 'Who is there?')
  await expect(answers(window).last()).toContainText('Here I am.')
  const offered = model.requests()[0]?.tools.map(({ name }) => name) ?? []
  expect(offered.some((name) => name.endsWith('whoami'))).toBe(true)
  expect(offered.some((name) => name.endsWith('write'))).toBe(false)
})

test('AUTH-35: keeps two accounts for two entries with one address, and names the account in every question', async ({
  start,
  startModel,
  workspace
}) => {
  using server = await startSignInServer()
  const both = [call('home', 'whoami', {}), call('work', 'whoami', {})]
  const model = await startModel([both, [say('Two people.')]])
  workspace.writeSettings({
    ...model.settings,
    mcpServers: { home: { url: server.url }, work: { url: server.url } }
  })
  const parley = await start()
  const { window } = parley
  await trustEach(window, ['home', 'work'])
  const asked = window.getByRole('dialog', { name: /^Sign in to (?:home|work)$/ })
  const isHomeFirst = ((await asked.getByRole('heading').first().textContent()) ?? '').endsWith('home')
  for (const name of isHomeFirst ? ['home', 'work'] : ['work', 'home'])
    await signIn(parley, name, name === 'home' ? 'ann' : 'ben')
  await expectConnected(window, 2)
  await sendMessage(window, 'Who am I?')
  await expect(callDialog(window, 'home', 'whoami')).toContainText('Account on home: ann@people.example')
  await callDialog(window, 'home', 'whoami').getByRole('button', { name: 'Show whoami on work' }).click()
  await expect(callDialog(window, 'work', 'whoami')).toContainText('Account on work: ben@people.example')
  await pressIn(callDialog(window, 'work', 'whoami'), 'Allow once')
  await pressIn(callDialog(window, 'home', 'whoami'), 'Allow once')
  await expect(answers(window).last()).toContainText('Two people.')
  await expect(toolCard(window, 'home', 'whoami')).toContainText('whoami for ann')
  await expect(toolCard(window, 'work', 'whoami')).toContainText('whoami for ben')
})

test('opens one browser page for a sign-in even when pressed twice, and can open it again, copy it and cancel', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer()
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  const { app, window } = await start()
  await answerTrust(window, 'work')
  await pressIn(signInDialog(window, 'work'), 'Cancel')
  const panel = await openSignIn(window, 'work')
  const links = await recordLinks(app)
  await panel.getByRole('button', { name: 'Sign in', exact: true }).dblclick()
  await pressIn(signInDialog(window, 'work'), 'Open browser')
  await expect(panel).toContainText('Continue in the browser.')
  await expect(panel).toContainText(/Time left: [345] min/)
  await expect(signInDialog(window, 'work')).toBeHidden()
  const opened = await links()
  expect(opened).toHaveLength(1)
  await panel.getByRole('button', { name: 'Open again' }).click()
  await expect.poll(links).toEqual(opened)
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'))
  await panel.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(opened[0])
  // Typed, as with a keyboard only.
  await panel.getByRole('button', { name: 'Cancel sign-in' }).press('Enter')
  await expect(panel).toContainText('The sign-in was cancelled.')
  await expect(panel).not.toContainText('Time left')
  const back = new URL(new URL(opened[0] ?? '').searchParams.get('redirect_uri') ?? '')
  await expect(fetch(back)).rejects.toThrow('fetch failed')
})

test('AUTH-39 SYS-64: lets all calls whose sign-in was revoked wait for one sign-in, and continues them', async ({
  start,
  startModel,
  workspace
}) => {
  using server = await startSignInServer()
  const who = call('work', 'whoami', {})
  const model = await startModel([[who], [say('Ready.')], [who, who], [say('Both went through.')]])
  workspace.writeSettings({ ...model.settings, mcpServers: { work: { url: server.url } } })
  const parley = await start()
  const { app, window } = parley
  await answerTrust(window, 'work')
  await signIn(parley, 'work')
  await expectConnected(window, 1)
  await sendMessage(window, 'Who am I?')
  await answerCall(window, { server: 'work', tool: 'whoami', answer: 'Allow for this conversation' })
  await expect(answers(window).last()).toContainText('Ready.')

  await server.revoke()
  const links = await recordLinks(app)
  await sendMessage(window, 'And twice?')
  const dialog = signInDialog(window, 'work')
  await expect(dialog).toContainText("wasn't renewed")
  await expect(dialog).toContainText('ann@people.example')
  await expect(dialog).not.toContainText('more waiting')
  await pressIn(dialog, 'Open browser')
  await signInAt(await openedLink(links), 'ann')
  await expect(answers(window).last()).toContainText('Both went through.')
  await expect(toolCard(window, 'work', 'whoami').filter({ hasText: 'whoami for ann' })).toHaveCount(3)
  expect(await links()).toEqual([])
})

test('signs in with the open browser page to a server that restarts meanwhile', async ({
  start,
  workspace
}) => {
  using server = await startSignInServer()
  workspace.writeSettings({ mcpServers: { work: { url: server.url } } })
  const { app, window } = await start()
  await answerTrust(window, 'work')
  const links = await recordLinks(app)
  await pressIn(signInDialog(window, 'work'), 'Open browser')
  const page = await openedLink(links)
  const servers = await openServers(window)
  await serverItem(servers, 'work').getByRole('button', { name: 'Restart' }).click()
  await expect(signInDialog(window, 'work')).toBeHidden()
  await signInAt(page, 'ann')
  await expect(serverItem(servers, 'work')).toContainText('connected')
  expect(await links()).toEqual([])
})
