/** A long conversation: Parley shows its context, summarizes the older part, and keeps all of it. */
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, messageBox, sendMessage } from './window'

test('summarizes older messages after approval, lets the user read, edit and undo it, and loses nothing', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [say('Otters sleep hand in hand.')],
    [say('So do some seals.')],
    [say('The person asked about otters; they sleep hand in hand.')],
    [say('They drift less.')],
    [say('Gladly.')]
  ])
  workspace.writeSettings({ ...model.settings })
  const { window } = await start()
  await sendMessage(window, 'How do otters sleep?')
  await expect(answers(window).last()).toContainText('Otters sleep')
  await sendMessage(window, 'And seals?')
  await expect(answers(window).last()).toContainText('So do some seals.')

  const meter = window.getByRole('button', { name: /^Context about \d+ %$/ })
  await meter.press('Enter')
  const panel = window.getByRole('dialog', { name: 'Model context' })
  await expect(panel).toContainText(/About [\d,]+ of [\d,]+ tokens/)
  const list = panel.getByRole('list', { name: 'Next request' })
  await list.getByRole('button', { name: /^“How do otters sleep/ }).press('Enter')
  await expect(list.getByRole('group')).toContainText('Otters sleep hand in hand.')
  await list.getByRole('switch', { name: /^Send “And seals/ }).press('Space')
  await expect(list.getByText('left out')).toBeVisible()
  await window.screenshot({ path: test.info().outputPath('panel.png') })
  await list.getByRole('switch', { name: /^Send “And seals/ }).press('Space')
  await expect(list.getByText('left out')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Summarize earlier messages' }).press('Enter')
  const dialog = window.getByRole('dialog', { name: 'Summary of earlier messages' })
  await window.screenshot({ path: test.info().outputPath('asked.png') })
  await dialog.getByRole('button', { name: 'Create summary' }).press('Enter')
  const words = dialog.getByRole('textbox', { name: 'Summary' })
  await expect(words).toHaveValue(/^The person asked about otters/)
  await words.fill('Otters sleep **hand in hand**, in short.')
  await window.screenshot({ path: test.info().outputPath('made.png') })
  await dialog.getByRole('button', { name: 'Use summary' }).press('Enter')
  const card = window.getByRole('region', { name: 'Summary of everything above' })
  await expect(card).toContainText('Otters sleep hand in hand, in short.')
  await window.screenshot({ path: test.info().outputPath('card.png') })

  await sendMessage(window, 'Why?')
  await expect(answers(window).last()).toContainText('They drift less.')
  // The end is fully visible above the composer, also where the window can't show everything.
  await window.setViewportSize({ width: 800, height: 480 })
  const beyond = () =>
    window
      .getByRole('group', { name: 'Messages', exact: true })
      .evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
        scrollHeight > clientHeight ? scrollHeight - scrollTop - clientHeight : Infinity
      )
  await expect.poll(beyond).toBeLessThan(3)
  await window.setViewportSize({ width: 1280, height: 800 })
  const summed = JSON.stringify(model.requests().at(-1)?.messages)
  expect(summed).toContain('in short.')
  expect(summed).toContain('And seals?')
  expect(summed).not.toContain('How do otters sleep?')
  await expect(answers(window).first()).toContainText('Otters sleep hand in hand.')

  await card.getByRole('button', { name: 'Remove summary' }).press('Enter')
  await expect(card).toHaveCount(0)
  await expect(messageBox(window)).toBeFocused()
  await sendMessage(window, 'Once more')
  await expect(answers(window).last()).toContainText('Gladly.')
  expect(JSON.stringify(model.requests().at(-1)?.messages)).toContain('How do otters sleep?')
})
