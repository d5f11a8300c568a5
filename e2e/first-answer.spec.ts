/** An answer can be read from its first letters while it is written, at any speed. */
import type { Page } from 'playwright/test'
import { stream } from './fixtures/model'
import { expectLegible, expectLegibleScrolled } from './legible'
import { expect, sharedTest as test } from './test'
import { answers, conversationList, personMessages, sendMessage } from './window'

const sentence = 'The quick brown fox jumps over the lazy dog while the sun goes down behind the hills. '
const parts = Array.from(
  { length: 30 },
  (_, index) => `Part ${index + 1}. ${sentence.repeat(1 + (index % 3))}`
)
const story = parts.join('\n\n')

test('shows the first answer of a new conversation', async ({ start, startModel, workspace }) => {
  const model = await startModel(() => [stream(story, 1_600)])
  workspace.writeSettings(model.settings)
  const { window } = await start()
  const countHidden = await watchMessages(window)
  await sendMessage(window, 'Tell me a long story')
  await expect(answers(window)).toContainText('Part 30.')
  expect(await countHidden()).toEqual({ ofAssistant: 0, ofYou: 0 })
  await expectLegible(answers(window), 'Part 30.')
  await expectLegibleScrolled(answers(window), 'Part 1.')
  await expectLegibleScrolled(personMessages(window), 'Tell me a long story')
})

test('shows an answer after coming back to its conversation', async ({ start, startModel, workspace }) => {
  const model = await startModel(() => [stream(story, 800)])
  workspace.writeSettings(model.settings)
  const { window } = await start()
  await sendMessage(window, 'Tell me a long story')
  await expect(answers(window)).toContainText('Part 3.')
  await window.getByRole('button', { name: 'New conversation' }).click()
  await expect(answers(window)).toHaveCount(0)
  const countHidden = await watchMessages(window)
  await conversationList(window)
    .getByRole('button', { name: 'Tell me a long story', exact: false })
    .first()
    .click()
  await expect(answers(window)).toContainText('Part 30.')
  expect(await countHidden()).toEqual({ ofAssistant: 0, ofYou: 0 })
  await expectLegible(answers(window), 'Part 30.')
})

/**
 * Looks at each frame from now on. The returned function counts the frames in which messages with text were hidden.
 */
async function watchMessages(window: Page): Promise<() => Promise<{ ofAssistant: number; ofYou: number }>> {
  await window.evaluate(() => {
    const hidden = { ofAssistant: 0, ofYou: 0 }
    Object.assign(globalThis, { hidden })
    const isHidden = (name: string) =>
      [...document.querySelectorAll(`article[aria-label="${name}"]`)].some(
        (article) => article.textContent !== '' && !article.checkVisibility({ visibilityProperty: true })
      )
    const look = () => {
      hidden.ofAssistant += Number(isHidden('Assistant'))
      hidden.ofYou += Number(isHidden('You'))
      requestAnimationFrame(look)
    }
    look()
  })
  return () =>
    window.evaluate(
      () => (globalThis as unknown as { hidden: { ofAssistant: number; ofYou: number } }).hidden
    )
}
