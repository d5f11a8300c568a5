/**
 * What can't be drawn: a message, a card, a question, a dialog, a panel, the window. Each says so in its place,
 * shows its text, and offers a next step. The rest of the window keeps working. A failed start isn't repeated.
 */
import type { Locator } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expectLegible, expectLegibleScrolled } from './legible'
import { forbidTexts, forbidTextsAfterReload } from './not-drawn'
import { expect, forgetProblems, sharedTest } from './test'
import { answers, conversationList, messageBox, openServers, sendMessage, trustAll } from './window'

const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

/** Says so, and its text can be read. */
async function expectPlain(place: Locator, what: string, text: string): Promise<void> {
  const failure = place.getByRole('alert').filter({ hasText: `${what} can't be shown.` })
  await expectLegible(failure, `${what} can't be shown.`)
  await press(failure, 'Show as plain text')
  // Its whole text may be longer than the part in the window.
  await expectLegibleScrolled(failure.getByRole('group', { name: 'Plain text' }), text)
}

sharedTest(
  'says in its place what can’t be drawn, shows its text, and leaves the rest of the window unchanged',
  async ({ start, startModel, workspace }) => {
    const stub = JSON.stringify({
      name: 'kitchen',
      tools: [{ name: 'cook', description: 'unlucky words', text: '' }]
    })
    const model = await startModel([
      [say('First.\n\n**unlucky text** in bold')],
      [call('kitchen', 'cook', {})],
      [say('Not cooked.')]
    ])
    workspace.writeSettings({ mcpServers: { kitchen: fixture('stub', `--stub=${stub}`) }, ...model.settings })
    const parley = await start()
    const { app, window } = parley
    const main = window.getByRole('main', { name: 'Conversation' })
    await trustAll(window, ['kitchen'])

    await forbidTexts(window, ['unlucky text'])
    await sendMessage(window, 'unlucky title')
    await expectPlain(answers(window).last(), 'This text', '**unlucky text** in bold')
    await expectLegible(main, 'unlucky title')
    await press(answers(window).last(), 'Copy details')
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
    expect(copied).toContain("This text can't be shown.")
    expect(copied).toContain('“unlucky text” can’t be drawn')
    await forbidTexts(window, [])
    await press(answers(window).last(), 'Try again')
    await expectLegible(answers(window).last(), 'unlucky text')

    await forbidTexts(window, ['unlucky words', 'cook'])
    await sendMessage(window, 'Cook something')
    // Its card can't be drawn either, so it is not drawn before a user opens it.
    await window.getByRole('button', { name: 'Show question' }).click()
    const question = window.getByRole('dialog', { name: 'A question is waiting' })
    await expectPlain(question, 'This question', '"toolName": "cook"')
    await expect(question.getByRole('button', { name: /^Allow/u })).toHaveCount(0)
    await press(question, 'Deny')
    await expectPlain(answers(window).last(), 'This tool call', '"toolName": "cook"')
    await expectLegible(answers(window).last(), 'Not cooked.')
    expect(toolResults(model.requests()[2])[0]?.isError).toBe(true)

    await forbidTexts(window, ['All servers'])
    const servers = await openServers(window)
    await expectPlain(servers, 'Servers', '"name": "kitchen"')
    await servers.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(servers).toBeHidden()

    await forbidTexts(window, ['unlucky title'])
    await window.getByRole('button', { name: 'Hide conversations' }).click()
    await expect(conversationList(window)).toBeHidden()
    await window.getByRole('button', { name: 'Show conversations' }).click()
    await expectPlain(conversationList(window), 'The list of conversations', 'unlucky title')
    await expectLegible(main, 'unlucky title')
    await forbidTexts(window, [])
    await press(conversationList(window), 'Try again')
    await press(conversationList(window), 'New conversation')

    await expect(messageBox(window)).toBeVisible()
    await forbidTexts(window, ['unlucky title'])
    await conversationList(window).getByRole('button', { name: 'unlucky title', exact: true }).click()
    await expectPlain(window.getByRole('main'), 'The window', '**unlucky text** in bold')
    await forbidTexts(window, [])
    await press(window.locator('body'), 'New conversation')
    await expect(messageBox(window)).toBeVisible()
    await expectLegible(window.getByRole('main', { name: 'Conversation' }), 'New conversation')
    forgetProblems(parley, /unlucky|can’t be drawn/u)
  }
)

sharedTest(
  'starts with a new conversation after a start that never showed its conversation',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[say('An answer that stays.')]])
    workspace.writeSettings({ ...model.settings })
    const first = await start()
    await sendMessage(first.window, 'unlucky start')
    await expectLegible(answers(first.window).last(), 'An answer that stays.')
    await forbidTextsAfterReload(first.window, ['unlucky start'])
    await first.window.reload()
    await expectLegible(first.window.getByRole('main').getByRole('alert'), "The window can't be shown.")
    forgetProblems(first, /unlucky/u)
    await first.kill()

    const second = await start()
    const main = second.window.getByRole('main', { name: 'Conversation' })
    await expectLegible(main, 'New conversation')
    await expectLegible(second.window.locator('body'), "“unlucky start” couldn't be shown at the last start")
    await conversationList(second.window).getByRole('button', { name: 'unlucky start', exact: true }).click()
    await expectLegible(answers(second.window).last(), 'An answer that stays.')
    await second.quit()

    const third = await start()
    await expectLegible(answers(third.window).last(), 'An answer that stays.')
  }
)
