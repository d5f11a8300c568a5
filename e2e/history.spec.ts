/** Conversations survive a restart and a crash until the user deletes them. */
import type { Page } from 'playwright/test'
import { fixture, notes, readCalls } from './fixtures/entries'
import { call, hang, say, toolResults } from './fixtures/model'
import { expectLegible } from './legible'
import { expect, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  conversationList,
  expectConnected,
  messageBox,
  personMessages,
  sendMessage,
  toolCard,
  trustAll
} from './window'

sharedTest(
  'shows the conversation at the second start, where it can be found, renamed and deleted',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[say('Darjeeling grows on slopes.')], [say('Basalt is a rock.')]])
    workspace.writeSettings({ ...model.settings })
    const first = await start()
    await sendMessage(first.window, 'Where does tea grow?')
    await expect(answers(first.window).last()).toContainText('Darjeeling')
    await first.window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(first.window, 'What is basalt?')
    await expect(answers(first.window).last()).toContainText('Basalt')
    await first.quit()

    const { window } = await start()
    const list = conversationList(window)
    await list.getByText('Where does tea grow?').click()
    await expect(window.getByRole('article', { name: 'You', exact: true })).toContainText(
      'Where does tea grow?'
    )
    await expect(answers(window).last()).toContainText('Darjeeling grows on slopes.')

    await window.getByRole('searchbox', { name: 'Search conversations' }).fill('slopes')
    await expect(list.getByText('What is basalt?')).toHaveCount(0)
    await expect(list.getByText('Where does tea grow?')).toBeVisible()
    await window.getByRole('searchbox', { name: 'Search conversations' }).fill('')
    await expect(list.getByText('What is basalt?')).toBeVisible()

    await chooseAction(window, 'Where does tea grow?', 'Rename')
    await list.getByRole('textbox', { name: 'New title' }).fill('Slopes')
    await list.getByRole('textbox', { name: 'New title' }).press('Enter')
    await expect(list.getByRole('button', { name: 'Slopes', exact: true })).toBeVisible()
    await chooseAction(window, 'What is basalt?', 'Delete')
    const question = window.getByRole('dialog', { name: 'Delete this conversation?' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(list.getByText('What is basalt?')).toHaveCount(0)
  }
)

test('lists pinned conversations first and folds archived ones, also after a restart, by keyboard only', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[say('One.')], [say('Two.')], [say('Three.')]])
  workspace.writeSettings(model.settings)
  const first = await start()
  for (const [question, answer] of [
    ['Apples', 'One.'],
    ['Beans', 'Two.'],
    ['Corn', 'Three.']
  ] as const) {
    await first.window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(first.window, question)
    await expect(answers(first.window).last()).toContainText(answer)
  }
  const keys = first.window.keyboard
  const row = (name: string) => conversationList(first.window).getByRole('button', { name, exact: true })
  const goToList = async () => {
    await keys.press('Control+Shift+F')
    await expect(first.window.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused()
    await keys.press('ArrowDown')
  }
  const chooseByKeys = async (item: string) => {
    await keys.press('ContextMenu')
    const menu = first.window.getByRole('menu')
    await expect(menu.getByRole('menuitem', { name: item })).toBeVisible()
    // It gets the focus one frame after it appears.
    await expect(menu.and(first.window.locator(':focus-within'))).toBeVisible()
    await keys.type(item)
    await keys.press('Enter')
  }
  await goToList()
  await expect(row('Corn')).toBeFocused()
  await chooseByKeys('Archive')
  await expect(row('Corn')).toHaveCount(0)
  await goToList()
  await expect(row('Beans')).toBeFocused()
  await keys.press('End')
  await expect(row('Apples')).toBeFocused()
  await chooseByKeys('Pin')
  await expect(conversationList(first.window).getByRole('region', { name: 'Pinned' })).toContainText('Apples')
  await first.quit()

  const { window } = await start()
  const list = conversationList(window)
  await expect(list.getByRole('listitem')).toHaveText(['Apples', 'Beans'])
  // It takes the focus when its conversation opens.
  await expect(messageBox(window)).toBeFocused()
  await list.getByRole('button', { name: 'Archived (1)' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveText(['Apples', 'Beans', 'Corn'])
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await window.screenshot({ path: test.info().outputPath(`list-${colorScheme}.png`) })
  }
})

sharedTest(
  "continues after being killed in the middle of an answer, doesn't repeat its call, and sends waiting messages only by a press",
  async ({ start, startModel, workspace }) => {
    const counted = workspace.file('counted')
    const model = await startModel([
      [say('The first answer.')],
      [call('counter', 'count', { by: 3 })],
      [hang()],
      [say('Counted to three.')],
      [say('And to four.')]
    ])
    workspace.writeSettings({
      mcpServers: { counter: fixture('counter', `--record=${counted}`) },
      ...model.settings
    })
    const first = await start()
    await trustAll(first.window, ['counter'])
    await sendMessage(first.window, 'First question')
    await expect(answers(first.window).last()).toContainText('The first answer.')
    await sendMessage(first.window, 'Second question')
    await answerCall(first.window, { server: 'counter', tool: 'count', answer: 'Allow once' })
    await expect.poll(() => model.requests().length).toBe(3)
    await messageBox(first.window).fill('Third question')
    await messageBox(first.window).press('Enter')
    await expect(first.window.getByRole('list', { name: 'Waiting messages' })).toContainText('Third question')
    await first.kill()

    const { window } = await start()
    await expectConnected(window, 1)
    await conversationList(window).getByText('First question').click()
    await expect(answers(window).first()).toContainText('The first answer.')
    await expect(personMessages(window)).toHaveText([/First question/, /Second question/])
    expect(model.requests()).toHaveLength(3)
    await window.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(answers(window).last()).toContainText('Counted to three.')
    await expect(toolCard(window, 'counter', 'count')).toHaveCount(1)
    expect(readCalls(counted)).toHaveLength(1)
    expect(toolResults(model.requests()[3])).toMatchObject([{ isError: false }])
    await window.getByRole('button', { name: 'Send now: waiting message 1', exact: true }).click()
    await expect(answers(window).last()).toContainText('And to four.')
    await expect(personMessages(window).last()).toContainText('Third question')
  }
)

sharedTest('keeps a partial reply when it quits', async ({ start, startModel, workspace }) => {
  const model = await startModel([[say('Half of the ans'), hang()], [say('All of it.')]])
  workspace.writeSettings(model.settings)
  const first = await start()
  await sendMessage(first.window, 'Ask for half an answer')
  await expect(answers(first.window).last()).toContainText('Half of the ans')
  await first.quit()

  const { window } = await start()
  await conversationList(window).getByText('Ask for half an answer').click()
  await expect(answers(window).last()).toContainText('Half of the ans')
  await window.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(answers(window).last()).toContainText('All of it.')
  await expect(answers(window)).toHaveCount(1)
})

const opened = [
  { name: 'Servers', open: (window: Page) => window.getByRole('button', { name: /^Servers: / }).click() },
  {
    name: 'Settings',
    open: (window: Page) => window.getByRole('button', { name: 'Settings', exact: true }).click()
  },
  {
    name: 'Attach resources',
    open: (window: Page) => window.getByRole('button', { name: 'Attach', exact: true }).click()
  }
]

sharedTest('renames a conversation after a dialog was open', async ({ start, startModel, workspace }) => {
  const model = await startModel(() => [say('Darjeeling grows on slopes.')])
  workspace.writeSettings({ ...model.settings, mcpServers: { notes: notes() } })
  const { window } = await start()
  await trustAll(window, ['notes'])
  for (const { name, open } of opened)
    await test.step(name, async () => {
      await window.getByRole('button', { name: 'New conversation' }).click()
      await sendMessage(window, `Tea before ${name}?`)
      await expect(answers(window).last()).toContainText('Darjeeling')
      await open(window)
      const dialog = window.getByRole('dialog', { name, exact: true })
      await expect(dialog).toBeVisible()
      await window.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      await chooseAction(window, `Tea before ${name}?`, 'Rename')
      await expect(window.getByRole('textbox', { name: 'New title' })).toBeFocused()
      await expect(window.getByRole('menu')).toHaveCount(0)
      await window.keyboard.type(`Tea after ${name}`)
      await window.keyboard.press('Enter')
      await expectLegible(conversationList(window), `Tea after ${name}`)
      await expect(window.getByRole('dialog')).toHaveCount(0)
    })
})

async function chooseAction(window: Page, title: string, action: string): Promise<void> {
  await window.getByRole('button', { name: `Actions for ${title}` }).click()
  await window.getByRole('menuitem', { name: action }).click()
}
