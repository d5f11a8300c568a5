/**
 * The second way back from the browser: an address with the app's own scheme, which the system passes to a second
 * start.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { recordLinks } from './server-questions'
import { startSmallSignInServer } from './fixtures/small-sign-in-server'
import { argumentsFor, environmentFor, type Parley } from './launch'
import { expect, sharedTest, test } from './test'
import { answerTrust, expectConnected } from './window'
import type { SettingsFile } from './workspace'

const enabled = { PARLEY_APP_LINKS: '1' }

test("AUTH-29 AUTH-42: accepts the browser's return by parley:// only with the right answer, and only once", async ({
  start,
  workspace
}) => {
  await using server = await startSmallSignInServer()
  workspace.writeSettings(settingsFor(server.url))
  const parley = await start({ env: enabled })
  const { app, window } = parley
  const links = await recordLinks(app)
  const answer = await openPage(parley, links)
  const state = new URL(answer).searchParams.get('state') ?? ''

  for (const wrong of [
    'parley://callback?code=stolen&state=guess',
    `parley://user@callback?code=stolen&state=${state}`
  ])
    await startAgain(parley, wrong)
  expect(server.tokenRequests()).toBe(0)

  await startAgain(parley, answer)
  await expectConnected(window, 1)
  await startAgain(parley, answer)
  await expectConnected(window, 1)
  expect(server.tokenRequests()).toBe(1)
  // None of them was opened, and there is still one window.
  expect(await links()).toEqual([])
  expect(app.windows()).toHaveLength(1)
})

test('AUTH-42: accepts an address that the system hands to the running app, as macOS does', async ({
  start,
  workspace
}) => {
  await using server = await startSmallSignInServer()
  workspace.writeSettings(settingsFor(server.url))
  const parley = await start({ env: enabled })
  const { app, window } = parley
  const answer = await openPage(parley, await recordLinks(app))
  for (const link of ['parley://callback?code=stolen&state=guess', answer])
    await app.evaluate((electron, url) => {
      electron.app.emit('open-url', { preventDefault: () => {} }, url)
    }, link)
  await expectConnected(window, 1)
  expect(server.tokenRequests()).toBe(1)
})

sharedTest(
  'says why and opens no browser where the system delivers no addresses',
  async ({ start, workspace }) => {
    await using server = await startSmallSignInServer()
    workspace.writeSettings(settingsFor(server.url))
    const { app, window } = await start()
    await answerTrust(window, 'work')
    const links = await recordLinks(app)
    const dialog = window.getByRole('dialog', { name: 'Sign in to work', exact: true })
    await dialog.getByRole('button', { name: 'Open browser' }).click()
    await window.getByRole('button', { name: /^Servers:/ }).click()
    await expect(window.getByRole('dialog', { name: 'Servers' })).toContainText('only if Parley is installed')
    expect(await links()).toEqual([])
  }
)

function settingsFor(url: string): SettingsFile {
  return { mcpServers: { work: { url, oauth: { redirect: 'app', clientId: 'known' } } } }
}

/** Agrees to the sign-in and goes through the page. Returns the address that the browser is sent back to. */
async function openPage({ window }: Parley, links: () => Promise<string[]>): Promise<string> {
  await answerTrust(window, 'work')
  const dialog = window.getByRole('dialog', { name: 'Sign in to work', exact: true })
  await dialog.getByRole('button', { name: 'Open browser' }).click()
  const opened: string[] = []
  await expect.poll(async () => opened.push(...(await links()))).toBe(1)
  const page = opened[0] ?? ''
  expect(new URL(page).searchParams.get('redirect_uri')).toBe('parley://callback')
  return (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? ''
}

/** As the system does for an address of the scheme. */
async function startAgain({ app, workspace }: Parley, link: string): Promise<void> {
  const executable = await app.evaluate(() => process.execPath)
  const second = spawn(executable, [...argumentsFor(workspace), link], {
    env: environmentFor(workspace, enabled),
    stdio: 'ignore'
  })
  const [status] = await once(second, 'exit')
  expect(status).toBe(0)
}
