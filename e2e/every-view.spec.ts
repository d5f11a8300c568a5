/**
 * Everything a user can open in the window: axe finds nothing in either theme, screen readers reach its parts in the
 * order of use and hear answers while they are written, and at 200 % nothing is out of sight. Views that servers
 * open are checked in accessibility.spec.ts, the welcome in first-run.spec.ts.
 */
import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { fixture } from './fixtures/entries'
import { call, say, startModel, stream, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  closeDialog,
  conversationList,
  inspect,
  messageBox,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'
import type { SettingsFile } from './workspace'

const rich = [
  '# Otters',
  'They **sleep** hand in hand, see [a page](https://example.com/otters).',
  '- one\n- two\n\n> As somebody said.',
  '| Name | Weight |\n|---|---|\n| Ada | 9 kg |',
  '```js\nconst otter = "Ada"\n```',
  'In short $a^2 + b^2 = c^2$.'
].join('\n\n')

let model: Model

async function prepare(): Promise<SettingsFile> {
  model = await startModel(({ turn }) => {
    if (turn.number > 1) return [stream('First sentence here. Second sentence here. The third.', 200)]
    return turn.isFirstReply ? [call('counter', 'count', { by: 1 })] : [say(rich)]
  })
  return { mcpServers: { counter: fixture('counter') }, ...model.settings }
}

// Axe leaves more in the window than a snapshot of its memory can take.
const parley = shareParley(prepare, { isStory: true })

test.afterAll(() => model.close())

/** Through the command menu, as a user who knows its name. */
async function run(window: Page, name: string): Promise<void> {
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox', { name: 'Search commands' }).fill(name)
  await expect(window.getByRole('option').first()).toContainText(name)
  await window.keyboard.press('Enter')
}

async function lookAt(window: Page, name: string | RegExp): Promise<Locator> {
  const dialog = window.getByRole('dialog', { name, exact: true })
  await expect(dialog).toBeVisible()
  await expectAccessible(window)
  return dialog
}

async function lookAtAndLeave(window: Page, name: string | RegExp): Promise<void> {
  await closeDialog(await lookAt(window, name))
}

test('shows a conversation with everything that answers contain, and the actions on messages', async () => {
  const { app, window } = parley()
  await trustAll(window, ['counter'])
  await sendMessage(window, 'Tell me of otters')
  await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('In short')
  await expect(toolCard(window, 'counter', 'count')).toContainText('done')
  await expectAccessible(window)
  await answers(window).last().getByRole('button', { name: 'More actions for this message' }).click()
  await expect(window.getByRole('menu')).toBeVisible()
  await expectAccessible(window, '[role="menu"]')
  await window.getByRole('menuitem', { name: 'Delete' }).click()
  await lookAtAndLeave(window, 'Delete this message?')
  await window.getByRole('article', { name: 'You', exact: true }).hover()
  await window.getByRole('button', { name: 'Edit message' }).click()
  await expect(window.getByRole('textbox', { name: 'Edited text' })).toBeFocused()
  await expectAccessible(window, 'main')
  await window.keyboard.press('Escape')
  await window.getByRole('combobox', { name: 'Model', exact: true }).click()
  await expect(window.getByRole('listbox')).toBeVisible()
  await expectAccessible(window, '[role="listbox"]')
  await window.keyboard.press('Escape')
  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function popup() {
      Object.assign(globalThis, { offered: this.items.map(({ label }) => label) })
    }
  })
  await messageBox(window).click({ button: 'right' })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { offered?: string[] }).offered))
    .toEqual(['Undo', 'Redo', '', 'Cut', 'Copy', 'Paste', '', 'Select all'])
  await run(window, 'Find in conversation')
  await window.keyboard.type('otters')
  await expect(window.getByRole('search', { name: 'Find in conversation' })).toContainText('of')
  await expectAccessible(window, 'main')
  await window.keyboard.press('Escape')
})

test('lets screen readers hear an answer while it is written, each sentence once', async () => {
  const { window } = parley()
  await window.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { textContent } of addedNodes) said.push(textContent ?? '')
    }).observe(document.querySelector('[role="log"][aria-label="Updates in this conversation"]') as Node, {
      childList: true
    })
  })
  await sendMessage(window, 'Once more')
  await expect(answers(window).last()).toContainText('The third.')
  const said = () => window.evaluate(() => (globalThis as unknown as { said: string[] }).said.join(' '))
  await expect.poll(said).toContain('The answer is complete')
  expect(await said()).toMatch(
    /^The assistant is answering\. First sentence here\. Second sentence here\. The third\. The answer/u
  )
})

test('lets screen readers reach the parts of the page in the order of use', async () => {
  const { window } = parley()
  const lines = (await window.locator('body').ariaSnapshot()).split('\n')
  const parts = [
    /navigation "Conversations"/u,
    /button "New conversation"/u,
    /searchbox "Search conversations"/u,
    /button .*Tell me of otters/u,
    /button "Settings"/u,
    /main "Conversation"/u,
    /heading .*level=1/u,
    /article "You"/u,
    /article "Assistant"/u,
    /group "Tool call counter count"/u,
    /heading "Otters"/u,
    /textbox "Message"/u,
    /button "Send"/u
  ]
  const places = parts.map((part) => lines.findIndex((line) => part.test(line)))
  expect(places, lines.join('\n')).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
})

test('shows every dialog that a command opens', async () => {
  const { window } = parley()
  await window.keyboard.press('Control+/')
  await lookAtAndLeave(window, 'Keyboard shortcuts')
  await window.keyboard.press('Control+k')
  await lookAtAndLeave(window, 'Command menu')
  for (const [command, name] of [
    ['Import conversations', 'Import conversations'],
    ['About Parley', 'About Parley'],
    ['Export this conversation', 'Export'],
    ['Delete this conversation', 'Delete this conversation?'],
    ['Folders of this conversation', 'Folders of this conversation'],
    ['Attach resources', 'Attach resources']
  ] as const) {
    await run(window, command)
    await lookAtAndLeave(window, name)
  }
})

test('shows what the model receives, the settings of the conversation, and the search over all', async () => {
  const { window } = parley()
  await window.getByRole('button', { name: /^Context about/ }).click()
  await window.getByRole('button', { name: /^“Tell me of otters/ }).click()
  const context = await lookAt(window, 'Model context')
  await context.getByRole('button', { name: 'Summarize earlier messages' }).click()
  await lookAtAndLeave(window, 'Summary of earlier messages')
  await window.getByRole('button', { name: 'Conversation settings' }).click()
  const choices = await lookAt(window, 'Conversation settings')
  await choices.getByRole('button', { name: 'Save as assistant…' }).click()
  await lookAt(window, 'Save as assistant')
  await window.keyboard.type('Biologist')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('dialog', { name: 'Save as assistant' })).toBeHidden()
  if (await choices.isVisible()) await closeDialog(choices)
  const list = conversationList(window)
  await list.getByRole('button', { name: 'New conversation with an assistant' }).click()
  await expect(window.getByRole('menuitem', { name: 'Biologist' })).toBeVisible()
  await expectAccessible(window, '[role="menu"]')
  await window.keyboard.press('Escape')
  await window.keyboard.press('Control+Shift+F')
  await window.keyboard.type('otters')
  await expect(list).toContainText(/otters/i)
  await expectAccessible(window, 'nav')
  await window.keyboard.press('Escape')
})

test('shows every section of the settings', async () => {
  const { window } = parley()
  await window.keyboard.press('Control+,')
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  for (const tab of await settings.getByRole('tab').all()) {
    await tab.click()
    // The panel before is still in the page for a moment.
    await expect(settings.getByRole('tabpanel', { name: await tab.innerText(), exact: true })).toBeVisible()
    await expectAccessible(window)
  }
  await settings.getByRole('tab', { name: 'Assistants' }).click()
  await settings.getByRole('button', { name: 'Edit assistant Biologist' }).click()
  await lookAtAndLeave(window, 'Edit assistant Biologist')
  await settings.getByRole('button', { name: 'Delete assistant Biologist' }).click()
  await lookAtAndLeave(window, 'Delete this assistant?')
  await closeDialog(settings)
})

test('shows every page of a server', async () => {
  const { window } = parley()
  const servers = await openServers(window)
  const counter = serverItem(servers, 'counter')
  for (const panel of ['Edit', 'Log']) {
    await counter.getByRole('button', { name: panel, exact: true }).click()
    await expectAccessible(window)
  }
  const page = await inspect(servers, 'counter')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expectAccessible(window)
  }
  await backToChat(window)
  await openServers(window)
  await counter.getByRole('button', { name: 'Remove', exact: true }).click()
  await lookAtAndLeave(window, 'Remove server counter?')
  await servers.getByRole('button', { name: 'Add server' }).click()
  await expectAccessible(window)
  await servers.getByRole('button', { name: 'Browse directory' }).click()
  await servers.getByRole('button', { name: 'Set a registry' }).click()
  await servers.getByRole('searchbox', { name: 'Search servers' }).fill('notion')
  await servers.getByRole('option', { name: /Notion/ }).click()
  await expect(servers.getByRole('region', { name: 'Notion: details' })).toBeVisible()
  await expectAccessible(window)
  await servers.getByRole('button', { name: 'Add…' }).first().click()
  await lookAtAndLeave(window, 'Servers')
})

test('cuts nothing off at 200 %, and can bring everything into view', async () => {
  const { app, window } = parley()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
  const width = () => window.evaluate(() => innerWidth)
  while ((await width()) > 640) {
    const before = await width()
    await window.keyboard.press('Control++')
    await expect.poll(width).not.toBe(before)
  }
  await expectReachable(window, messageBox(window))
  await window.keyboard.press('Control+/')
  const shortcuts = window.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })
  await expectReachable(window, shortcuts.getByRole('term').last())
  await closeDialog(shortcuts)
  await window.keyboard.press('Control+,')
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  for (const tab of await settings.getByRole('tab').all()) {
    await expectReachable(window, tab)
    await tab.click()
    // Folded content can't be visible before it is opened.
    const controls = settings
      .getByRole('tabpanel', { name: await tab.innerText(), exact: true })
      .locator(':is(button, input, textarea, summary):not([aria-hidden]):visible')
    await expectReachable(window, controls.last())
  }
  await closeDialog(settings)
  const servers = await openServers(window)
  await expectReachable(window, servers.getByRole('button', { name: 'Add server' }))
  await expectReachable(window, serverItem(servers, 'counter').getByRole('button', { name: 'Remove' }))
  await closeDialog(servers)
  await run(window, 'Attach resources')
  const attach = window.getByRole('dialog', { name: 'Attach resources', exact: true })
  await expectReachable(window, attach.getByRole('button', { name: 'Attach', exact: true }))
  await closeDialog(attach)
  await window.keyboard.press('Control+0')
  await expect.poll(width).toBe(1280)
})

/** It can be scrolled fully into view, and neither it nor the page is wider than the window. */
async function expectReachable(window: Page, control: Locator): Promise<void> {
  // Content that loads late may appear above it.
  await expect(async () => {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeInViewport({ ratio: 0.9, timeout: 500 })
  }).toPass()
  const overflow = await window.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cut = [...document.querySelectorAll('[role="dialog"]')].filter(
      (each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth + 1
    )
    return { page: scrollWidth - clientWidth, dialogs: cut.length }
  })
  expect.soft(overflow).toEqual({ page: 0, dialogs: 0 })
}
