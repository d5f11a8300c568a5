/**
 * Makes the picture of the README, docs/screenshot.png, from a real window: a scripted model, the official example
 * server, one finished call. Run by `playwright test --config e2e/screenshot.config.ts`.
 */
import path from 'node:path'
import { everything } from './fixtures/entries'
import { call, say, type Part } from './fixtures/model'
import { projectFolder } from './launch'
import { expect, test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll } from './window'

const picture = process.env['PARLEY_PICTURE'] ?? path.join(projectFolder, 'docs', 'screenshot.png')

const earlier = [
  { question: 'Draft a note to the team about Friday', answer: 'Here is a draft that fits on one screen.' },
  {
    question: 'Compare three ways to store settings',
    answer: 'A file that people can read wins in most cases.'
  }
]

const question = 'How is the weather in Los Angeles, and what should I wear?'

const advice = `It is **73 degrees and clear** in Los Angeles, with a dry breeze. For a day outside:

| Layer | Choice | Why |
|---|---|---|
| Top | T-shirt, a light shirt over it | Warm by noon, cooler after sunset |
| Head | A hat with a brim | No clouds until evening |
| Feet | Light shoes | Dry pavements |

No umbrella needed; sunglasses help more.`

function script(number: number): readonly (readonly Part[])[] {
  const others = earlier.slice(0, number).map(({ answer }) => [say(answer)])
  return [
    ...others,
    [
      say('I will ask the weather service first.'),
      call('everything', 'get-structured-content', { location: 'Los Angeles' })
    ],
    [say(advice)]
  ]
}

test('takes the picture of the window in the README', async ({ start, startModel, workspace }) => {
  const model = await startModel(script(earlier.length))
  workspace.writeSettings({
    mcpServers: { everything: everything() },
    ...model.settings,
    appearance: { theme: 'light' }
  })
  const { app, window } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(1280)
  await trustAll(window, ['everything'])

  for (const { question: asked, answer } of earlier) {
    await sendMessage(window, asked)
    await expect(answers(window).last()).toContainText(answer)
    await window.getByRole('button', { name: 'New conversation' }).click()
    await expect(answers(window)).toHaveCount(0)
  }
  await sendMessage(window, question)
  await answerCall(window, { server: 'everything', tool: 'get-structured-content', answer: 'Allow once' })
  await expect(toolCard(window, 'everything', 'get-structured-content')).toContainText('done')
  await expect(answers(window).last()).toContainText('sunglasses help more')
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await window.screenshot({
    path: picture,
    animations: 'disabled'
  })
})
