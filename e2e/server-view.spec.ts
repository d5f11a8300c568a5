/** A server instead of the conversation: its tabs, the way there and back, and a window of its own. */
import { everything, fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  callDialog,
  currentServer,
  messageBox,
  openServers,
  openTab,
  sendMessage,
  serverItem,
  serverPage,
  trustAll
} from './window'

const tabs = ['Overview', 'Tools', 'Resources', 'Prompts', 'Apps', 'Messages', 'Log', 'Tests', 'Access']

test('shows a server by keyboard only, while the chat behind it keeps its draft, its place and its turn', async ({
  start,
  startModel,
  workspace
}) => {
  const long = Array.from({ length: 60 }, (_, index) => `Line ${index} of a long answer.`).join('\n\n')
  const model = await startModel([
    [say(long)],
    [call('abacus', 'count', { by: 2 })],
    [say('The turn went on.')]
  ])
  workspace.writeSettings({
    mcpServers: { abacus: fixture('counter'), everything: everything() },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['abacus', 'everything'])
  await sendMessage(window, 'Say much.')
  await expect(answers(window).last()).toContainText('Line 59')
  const scroller = window.getByRole('group', { name: 'Messages', exact: true })
  await scroller.evaluate((element) => element.scrollTo({ top: 200 }))
  await messageBox(window).fill('A draft')
  const top = await scroller.evaluate((element) => element.scrollTop)

  const item = serverItem(await openServers(window), 'abacus')
  await item.getByRole('button', { name: 'Inspect', exact: true }).focus()
  await window.keyboard.press('Enter')
  const page = serverPage(window, 'abacus')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await expect(messageBox(window)).toBeHidden()
  for (const name of tabs.slice(1)) {
    const tab = page.getByRole('tab', { name, exact: true })
    await window.keyboard.press('ArrowRight')
    await expect(tab).toBeFocused()
    await window.keyboard.press('Enter')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  await window.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Access of abacus' })).toBeVisible()

  await page.getByRole('button', { name: 'Back to chat' }).focus()
  await window.keyboard.press('Enter')
  await expect(messageBox(window)).toBeFocused()
  await expect(messageBox(window)).toHaveValue('A draft')
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top)

  await sendMessage(window, 'Count.')
  await expect(callDialog(window, 'abacus', 'count')).toBeVisible()
  const again = serverItem(await openServers(window), 'abacus')
  await again.getByRole('button', { name: 'Messages', exact: true }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('tools/list')
  await expect(page.getByText('A question is waiting in the chat.')).toBeVisible()
  await backToChat(window)
  await answerCall(window, { server: 'abacus', tool: 'count', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('The turn went on.')
})

test('shows every tab in full, lists all servers at the left, and opens a tab in a window of its own', async ({
  start,
  workspace
}, info) => {
  workspace.writeSettings({
    mcpServers: { everything: everything(), counter: fixture('counter') },
    'models.default': 'direct/none'
  })
  const { app, window } = await start()
  await trustAll(window, ['everything', 'counter'])
  const item = serverItem(await openServers(window), 'everything')
  await item.getByRole('button', { name: 'Inspect', exact: true }).click()
  const page = serverPage(window, 'everything')
  for (const [colorScheme, size] of [
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 800, height: 600 }]
  ] as const) {
    await window.emulateMedia({ colorScheme })
    await window.setViewportSize(size)
    for (const name of tabs) {
      await openTab(page, name)
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      const width = await window.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(size.width)
      for (const control of ['Back to chat', 'Open in new window'])
        await expect(page.getByRole('button', { name: control })).toBeInViewport({ ratio: 1 })
      await window.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`) })
    }
  }
  await window.emulateMedia({ colorScheme: null })
  await window.setViewportSize({ width: 1280, height: 800 })

  await openTab(page, 'Resources')
  const resources = page.getByRole('region', { name: 'Resources of everything' })
  await resources.locator('summary').first().click()
  await resources.getByRole('button', { name: 'Show content' }).click()
  await expect(resources.getByRole('button', { name: /^Save/ }).first()).toBeVisible()
  await openTab(page, 'Prompts')
  await page.getByText('args-prompt', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Prompts of everything' })).toContainText('required')

  await openTab(page, 'Log')
  await window.getByRole('navigation', { name: 'Servers' }).getByRole('button', { name: /^counter/ }).click() // prettier-ignore
  await expect(currentServer(window)).toContainText('connected')
  const own = serverPage(window, 'counter')
  await expect(own.getByRole('region', { name: 'Log of counter' })).toBeVisible()
  const [other] = await Promise.all([
    app.waitForEvent('window'),
    own.getByRole('button', { name: 'Open in new window' }).click()
  ])
  await expect(serverPage(other, 'counter').getByRole('region', { name: 'Log of counter' })).toBeVisible()
  await expect(own).toBeVisible()
  await backToChat(other)
  await expect(messageBox(other)).toBeEditable()
  await other.close()
})
