/** Words of a conversation are found again: in it, and from the list of all. */
import type { Page } from 'playwright/test'
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, sendMessage } from './window'

const long = Array.from({ length: 60 }, (_, line) => `Line ${line} of a long answer.`).join('\n\n')

/** What the window has marked, as the browser holds it. */
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

test('Ctrl+F leads to words that are far out of sight, and back', async ({
  start,
  startModel,
  workspace
}) => {
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
  await expect(bar.getByRole('textbox', { name: 'Words to find' })).toBeFocused()
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
})
