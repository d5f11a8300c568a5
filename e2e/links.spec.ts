/**
 * Servers that ask the user to open a link: it opens only after approval, and Parley reports what is odd about an
 * address.
 */
import type { Locator } from 'playwright/test'
import { linkDialog, notes, recordLinks, runTool } from './server-questions'
import { everything, fixture, readAnswers, readStarts } from './fixtures/entries'
import { expect, shareParley, test } from './test'
import { pressIn, toolCard, trustAll } from './window'

const url = 'https://login.example.com/start?for=parley'

let record: string
let opened: () => Promise<string[]>

const parley = shareParley((workspace) => {
  record = workspace.file('answers')
  return { mcpServers: { login: fixture('sign-in', `--record=${record}`), everything: everything() } }
})

test.beforeAll(async () => {
  opened = await recordLinks(parley().app)
  await trustAll(parley().window, ['login', 'everything'])
})

async function askFor(address: string): Promise<Locator> {
  const { window } = parley()
  await runTool(window, { server: 'login', tool: 'sign-in', input: { url: address } })
  return linkDialog(window, 'login')
}

async function answer(): Promise<unknown> {
  await expect(toolCard(parley().window, 'login', 'sign-in')).toContainText('done')
  return readAnswers(record).at(-1)
}

/** The server got a message from another source that the sign-in is done. */
const completeSignIn = () => process.kill(readStarts(record).at(-1) ?? 0, 'SIGUSR2')

test("SYS-05: shows a link's host separately, opens it after approval, and reports its completion", async () => {
  const { window } = parley()
  const dialog = await askFor(url)
  await expect(dialog).toContainText(url)
  await expect(dialog.locator('strong', { hasText: /^login\.example\.com$/ })).toBeVisible()
  await expect(dialog).toContainText('Please sign in.')
  await expect(dialog.getByRole('list', { name: 'Warnings' })).toHaveCount(0)
  expect(await opened()).toEqual([])
  await pressIn(dialog, 'Open link')
  expect(await answer()).toEqual({ action: 'accept' })
  expect(await opened()).toEqual([url])
  await expect(notes(window)).toContainText('Asked to open a link: you opened it.')
  completeSignIn()
  await expect(notes(window).last()).toContainText('Reported that the link task is complete.')
  await expect(notes(window)).toHaveCount(2)
})

test('SYS-05: closes the question when the server says that it is done', async () => {
  const { window } = parley()
  const dialog = await askFor(url)
  await expect(dialog).toBeVisible()
  completeSignIn()
  await expect(dialog).toBeHidden()
  expect(await answer()).toEqual({ action: 'cancel' })
  await expect(notes(window)).toContainText('The server reported that it is complete.')
  expect(await opened()).toEqual([])
})

const refusals: readonly [how: string, action: string, refuse: (dialog: Locator) => Promise<void>][] = [
  ['Decline', 'decline', (dialog) => pressIn(dialog, 'Decline')],
  ['Cancel', 'cancel', (dialog) => pressIn(dialog, 'Cancel')],
  ['Escape', 'cancel', (dialog) => dialog.page().keyboard.press('Escape')]
]
for (const [how, action, refuse] of refusals) {
  test(`SYS-05: ${how} opens nothing and gives ${action}`, async () => {
    const dialog = await askFor(url)
    await expect(dialog).toBeVisible()
    await refuse(dialog)
    expect(await answer()).toEqual({ action })
    expect(await opened()).toEqual([])
  })
}

for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'no address at all']) {
  test(`offers no way to open ${address}`, async () => {
    const dialog = await askFor(address)
    await expect(dialog).toContainText(address)
    const isDanger = address.includes(':')
    await expect(dialog.getByRole('list', { name: isDanger ? 'Warnings' : 'Notes' })).toContainText(
      isDanger ? 'Parley opens only http and https addresses' : "This isn't a valid address"
    )
    await expect(dialog.getByRole('button')).toHaveText([
      'Stop the call',
      'Stop the server',
      'Decline',
      'Cancel'
    ])
    await pressIn(dialog, 'Decline')
    expect(await answer()).toEqual({ action: 'decline' })
    expect(await opened()).toEqual([])
  })
}

test('passes an address to the browser unchanged, with characters that a shell would interpret', async () => {
  const dialog = await askFor('https://example.com/$(reboot);`reboot`?a=1&b="2"|c')
  await expect(dialog.getByRole('list', { name: 'Warnings' })).toHaveCount(0)
  await pressIn(dialog, 'Open link')
  expect(await answer()).toEqual({ action: 'accept' })
  expect(await opened()).toEqual(['https://example.com/$(reboot);%60reboot%60?a=1&b=%222%22|c'])
})

test('names a look-alike host, a private address and a user name before the host', async () => {
  // The first “a” is Cyrillic.
  const odd: readonly (readonly [address: string, host: string, ...warnings: RegExp[]])[] = [
    ['https://p\u0430ypal.com/login', 'xn--pypal-4ve.com', /written “pаypal\.com”.*mixes alphabets/],
    [
      'http://192.168.1.1:8080/admin',
      '192.168.1.1:8080',
      /your own network/,
      /isn't encrypted/,
      /port, 8080/
    ],
    ['https://github.com@evil.example/', 'evil.example', /not the host/],
    [`https://${'github.com'.repeat(300)}@evil.example/`, 'evil.example', /very long/]
  ]
  for (const [address, host, ...warnings] of odd) {
    const dialog = await askFor(address)
    // The first fact, so that no long address pushes it out of view.
    await expect(dialog.getByRole('definition').first()).toHaveText(host)
    await expect(dialog.getByRole('definition').first()).toBeInViewport()
    for (const warning of warnings)
      await expect(
        dialog
          .getByRole('list', { name: /^(?:Warnings|Notes)$/ })
          .filter({ hasText: warning })
          .first()
      ).toBeVisible()
    await pressIn(dialog, 'Cancel')
  }
  expect(await opened()).toEqual([])
})

test("SYS-33 SYS-05: asks about the reference server's link, also one from a call's error, and then repeats the call", async () => {
  const { window } = parley()
  const tool = 'trigger-url-elicitation'
  const dialog = linkDialog(window, 'everything')
  const card = toolCard(window, 'everything', tool)
  await runTool(window, { server: 'everything', tool, input: { url, message: 'Go there.' } })
  await expect(dialog).toContainText('Go there.')
  await pressIn(dialog, 'Open link')
  await expect(card).toContainText('User completed the URL elicitation flow')
  expect(await opened()).toEqual([url])

  await runTool(window, { server: 'everything', tool, input: { url, errorPath: true } })
  await expect(dialog).toContainText('https://modelcontextprotocol.io')
  await pressIn(dialog, 'Open link')
  await expect(dialog).toContainText(url)
  await pressIn(dialog, 'Open link')
  await expect(card).toContainText('User completed the URL elicitation flow')
  expect(await opened()).toEqual(['https://modelcontextprotocol.io/', url])

  await runTool(window, { server: 'everything', tool, input: { url: `${url}2`, errorPath: true } })
  await pressIn(dialog, 'Decline')
  await expect(card).toContainText('failed')
  expect(await opened()).toEqual([])
})

test('SYS-03: opens a link to a resource in a result in its place', async () => {
  const { window } = parley()
  await runTool(window, { server: 'everything', tool: 'get-resource-links', input: { count: 1 } })
  const card = toolCard(window, 'everything', 'get-resource-links')
  await card.getByRole('button', { name: /^Preview of / }).click()
  await expect(card).toContainText('This is a base64 blob created at')
  expect(await opened()).toEqual([])
})
