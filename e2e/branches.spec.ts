/** A conversation is changed where it stands, and nothing of what was there is lost. By keyboard alone. */
import { say } from './fixtures/model'
import { expect, test } from './test'
import { answers, conversationList, personMessages, pressByKeyboard, sendMessage } from './window'

test(
  'the third message of ten is edited and sent again; the way back to the first branch, a restart, and both are there',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const words = ['Darjeeling', 'Assam', 'Ceylon', 'Keemun', 'Sencha', 'Matcha', 'Rooibos']
    const model = await startModel(words.map((word) => [say(`${word} it is.`)]))
    workspace.writeSettings({ ...model.settings })
    const first = await start()
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      await sendMessage(first.window, text)
      await expect(answers(first.window).last()).toContainText(words[model.requests().length - 1] ?? '-')
    }
    await expect(answers(first.window)).toHaveCount(5)

    const third = personMessages(first.window).filter({ hasText: 'two' })
    await pressByKeyboard(third.getByRole('button', { name: 'Edit message' }))
    const field = first.window.getByRole('textbox', { name: 'Edited text' })
    await expect(field).toBeFocused()
    await first.window.screenshot({ path: workspace.file('edit.png') })
    await first.window.keyboard.type(', said better')
    await first.window.keyboard.press('Enter')
    await expect(answers(first.window).last()).toContainText('Matcha')
    await expect(personMessages(first.window)).toHaveText([/one/, /two, said better/])
    expect(JSON.stringify(model.requests().at(-1)?.messages)).not.toContain('three')
    await expect(first.window.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()

    const edited = personMessages(first.window).last()
    await expect(edited).toContainText('2 of 2')
    await pressByKeyboard(edited.getByRole('button', { name: 'Previous branch' }))
    await expect(answers(first.window).last()).toContainText('Sencha')
    const way = first.window.getByRole('button', { name: 'Next branch' })
    await expect(way).toBeFocused()
    await first.quit()

    const { window } = await start()
    await conversationList(window).getByText('one').click()
    await expect(answers(window)).toHaveCount(5)
    await expect(answers(window).last()).toContainText('Sencha')
    await expect(personMessages(window).nth(1)).toContainText('1 of 2')
    await pressByKeyboard(window.getByRole('button', { name: 'Next branch' }))
    await expect(personMessages(window)).toHaveText([/one/, /two, said better/])
    await expect(answers(window).last()).toContainText('Matcha')

    await pressByKeyboard(answers(window).last().getByRole('button', { name: 'Regenerate' }))
    await expect(answers(window).last()).toContainText('Rooibos')
    await expect(answers(window).last()).toContainText('2 of 2')
    await pressByKeyboard(answers(window).last().getByRole('button', { name: 'Previous branch' }))
    await expect(answers(window).last()).toContainText('Matcha')
  }
)
