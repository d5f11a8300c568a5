/** Searching for text: in one conversation, and from the list in all of them. */
import type { Page } from 'playwright/test'
import { say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, sharedTest, test } from './test'
import { answers, conversationList, sendMessage } from './window'

const long = Array.from({ length: 60 }, (_, line) => `Line ${line} of a long answer.`).join('\n\n')

/** What the window has marked, as the browser reports it. */
function markedIn(window: Page, name: string): Promise<readonly string[]> {
  return window.evaluate((key) => {
    const ranges = [...((CSS.highlights.get(key) ?? []) as Iterable<Range>)]
    return ranges
      .filter((range) => {
        const { top, bottom } = range.getBoundingClientRect()
        return top >= 0 && bottom <= document.documentElement.clientHeight
      })
      .map(String)
  }, name)
}

sharedTest(
  'jumps to matches that are far out of view with Ctrl+F, and back',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([
      [say(`A **gib**bous moon.\n\n${long}`)],
      [say(`${long}\n\nThe moon is gibbous.`)]
    ])
    workspace.writeSettings(model.settings)
    const { window } = await start()
    await sendMessage(window, 'Which moon is it?')
    await expect(answers(window).last()).toContainText('Line 59')
    await sendMessage(window, 'And now?')
    await expect(answers(window).last()).toContainText('The moon is gibbous.')

    await window.keyboard.press('Control+F')
    const bar = window.getByRole('search', { name: 'Find in conversation' })
    await expect(bar.getByRole('textbox', { name: 'Text to find' })).toBeFocused()
    await window.keyboard.type('gibbous')
    await expect(bar).toContainText('of 2')
    await expect.poll(() => markedIn(window, 'found-word')).toEqual(['gibbous'])
    await window.keyboard.press('Shift+Enter')
    await expect.poll(() => markedIn(window, 'found-word')).toEqual(['gibbous'])
    await expect(bar).toContainText('1 of 2')
    await window.screenshot({ path: test.info().outputPath('find.png') })
    await window.keyboard.press('F3')
    await expect(bar).toContainText('2 of 2')
    await expect.poll(() => markedIn(window, 'found-word')).toEqual(['gibbous'])
    await window.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  }
)

sharedTest(
  'shows matches over all conversations, and Enter jumps to them, far up in a conversation',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([
      [say(`Under the **bridge** lives a heron.\n\n${long}`)],
      [say(`${long}\n\nNobody else.`)],
      [say('Herons are grey.')]
    ])
    workspace.writeSettings(model.settings)
    const first = await start()
    await sendMessage(first.window, 'Who lives here?')
    await expect(answers(first.window).last()).toContainText('Line 59')
    await sendMessage(first.window, 'Who else?')
    await expect(answers(first.window).last()).toContainText('Nobody else.')
    await first.window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(first.window, 'What colour is that bird?')
    await expect(answers(first.window).last()).toContainText('Herons are grey.')
    await first.quit()

    const { window } = await start()
    const list = conversationList(window)
    for (const title of ['Who lives here?', 'What colour is that bird?'])
      await expect(list.getByRole('listitem').filter({ hasText: title })).toHaveCount(1)
    await window.keyboard.press('Control+Shift+F')
    await expect(window.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused()
    await window.keyboard.type('heron bridge')
    const row = list.getByRole('button', { name: 'Who lives here?', description: /bridge lives a heron/ })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(row.locator('mark')).toHaveText(['bridge', 'heron'])
    await window.keyboard.press('ArrowDown')
    await expect(row).toBeFocused()
    await window.keyboard.press('Enter')
    const places = async () => [
      ...(await markedIn(window, 'found-word')),
      ...(await markedIn(window, 'found-words'))
    ]
    await expect.poll(places).toEqual(['bridge', 'heron'])
    await expect(answers(window).getByText('Under the bridge lives a heron.')).toBeInViewport()
    await lookAt(window, 'search')
  }
)
