/** Writing while an answer streams: waiting messages are shown, and sent in order or only by a press. */
import { hang, say, spoken } from './fixtures/model'
import { expect, sharedTest, test } from './test'
import { answers, messageBox, personMessages, sendMessage } from './window'

sharedTest(
  'lets messages wait for an answer, edits one, pauses them by Escape, and sends each by a press of the user',
  async ({ start, startModel, workspace }) => {
    const model = await startModel(({ turn }) =>
      turn.number === 1 ? [say('Once upon a time'), hang()] : [say(`Answer ${turn.number}.`)]
    )
    workspace.writeSettings(model.settings)
    const { window } = await start()
    await sendMessage(window, 'Tell a story')
    await expect(answers(window).last()).toContainText('Once upon a time')
    const queue = window.getByRole('list', { name: 'Waiting messages', exact: true })
    const write = async (text: string) => {
      await messageBox(window).fill(text)
      await messageBox(window).press('Enter')
    }
    await write('Make it short')
    await write('And in verse')
    await expect(queue.getByRole('listitem')).toHaveText([/Make it short/, /And in verse/])
    await messageBox(window).press('ArrowUp')
    await expect(messageBox(window)).toHaveValue('And in verse')
    await write('And in rhyme')
    await expect(queue.getByRole('listitem')).toHaveText([/Make it short/, /And in rhyme/])
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme })
      await window.screenshot({ path: test.info().outputPath(`waiting-${colorScheme}.png`) })
    }
    await window.emulateMedia({ colorScheme: null })

    await messageBox(window).press('Escape')
    await expect(window.getByText('Not sent, because', { exact: false })).toBeVisible()
    expect(model.requests()).toHaveLength(1)
    await window.getByRole('button', { name: 'Send now: waiting message 1', exact: true }).click()
    await expect(answers(window).last()).toContainText('Answer 2.')
    expect(spoken(model.requests().at(-1)).map(({ text }) => text)).toEqual([
      'Tell a story',
      'Once upon a time',
      'Make it short'
    ])
    await expect(queue.getByRole('listitem')).toHaveText([/And in rhyme/])
    await queue.getByRole('button', { name: 'Send now: waiting message 1', exact: true }).click()
    await expect(answers(window).last()).toContainText('Answer 3.')
    await expect(queue).toHaveCount(0)
    await expect(personMessages(window)).toHaveText([/Tell a story/, /Make it short/, /And in rhyme/])
  }
)
