/** A model's thoughts are folded before its answer, also after a restart, and go back to that model only. */
import { createScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { expect, sharedTest as test } from './test'
import { answerDestination, answers, conversationList, pickModel, sendMessage } from './window'

test('folds thoughts, keeps them over a restart, returns them unchanged, and sends them to no other provider', async ({
  start,
  workspace
}, info) => {
  const thoughts = [{ text: ['Rain is ', 'likely.'], seal: 'c2VhbA==' }, { seal: 'aGlkZGVu' }]
  const model = await createScriptedModel({
    script: ({ path }, index) => ({
      ...(path === '/v1/messages' && { thoughts }),
      text: `Answer number ${index + 1}.`
    })
  })
  const name = 'claude-haiku-4-5'
  const providers = {
    anthropic: { type: 'anthropic', baseUrl: model.baseUrl, apiKey: 'k' },
    other: { type: 'openai-compatible', baseUrl: `${model.baseUrl}/v1`, apiKey: 'k' }
  }
  workspace.writeSettings({ models: { default: `other/${name}`, providers } })
  const first = await start()
  await sendMessage(first.window, 'Good evening')
  await answerDestination(first.window, 'Trust')
  await expect(answers(first.window).last()).toContainText('Answer number 1.')
  await pickModel(first.window, /Claude Haiku 4\.5/)
  await sendMessage(first.window, 'Will it rain?')
  await answerDestination(first.window, 'Trust')
  const answer = answers(first.window).last()
  await expect(answer).toContainText('Answer number 2.')
  expect(model.requests[1]?.raw).not.toHaveProperty('thinking')
  await expect(answer).not.toContainText('Rain is likely.')
  await answer.getByRole('button', { name: 'Thoughts' }).click()
  await expect(answer).toContainText('Rain is likely.')
  await expect(answer).toContainText("provider doesn't show")
  const level = first.window.getByRole('combobox', { name: 'Thinking' })
  await first.window.keyboard.press('Control+K')
  await first.window.getByRole('combobox', { name: 'Search commands' }).fill('thinking level')
  await expect(first.window.getByRole('option').first()).toContainText('Choose thinking level')
  await first.window.keyboard.press('Enter')
  await first.window.screenshot({ path: info.outputPath('levels.png') })
  await first.window.getByRole('option', { name: 'Thinking: medium' }).click()
  await expect(level).toContainText('medium')
  await first.quit()
  expect(workspace.readSettings()).toContain(`"anthropic/${name}": "medium"`)

  const { window } = await start()
  await conversationList(window).getByText('Good evening').click()
  await expect(answers(window).last().getByRole('button', { name: 'Thoughts' })).toBeVisible()
  await expect(answers(window).last()).not.toContainText('Rain is likely.')
  await sendMessage(window, 'And tomorrow?')
  await expect(answers(window).last()).toContainText('Answer number 3.')
  expect(model.requests[2]?.raw).toMatchObject({
    thinking: { type: 'enabled', budget_tokens: 8_192 },
    messages: [
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Rain is likely.', signature: 'c2VhbA==' },
          { type: 'redacted_thinking', data: 'aGlkZGVu' },
          { type: 'text', text: 'Answer number 2.' }
        ]
      },
      { role: 'user' }
    ]
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await window.screenshot({ path: info.outputPath(`thoughts-${colorScheme}.png`) })
  }

  await answers(window).last().getByRole('button', { name: 'Answer again with a different model' }).click()
  await window.getByRole('menuitem', { name, exact: true }).click()
  await expect(answers(window).last()).toContainText('Answer number 4.')
  expect(model.requests[3]).toMatchObject({ path: '/v1/chat/completions' })
  expect(JSON.stringify(model.requests[3]?.raw)).not.toMatch(/Rain is likely|c2VhbA|aGlkZGVu/)
  await model.close()
})
