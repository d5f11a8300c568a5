/**
 * A model asks for scripts and writes them. Parley asks about each call, the script catches a denial, an endless
 * script is stopped, one that uses too much memory is ended, and the conversation keeps all of it.
 */
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  conversationList,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

const code = `const names = await tools.files__list({ folder: 'letters' })
const text = await tools.files__read({ file: names.split(' ')[0] })
try {
  await tools.post__send({ to: 'all', text })
} catch (error) {
  console.log(error.name)
}
return text.length + ' letters read'`

test('runs a script past a denied third call, stops an endless one, ends one that fills its memory, and keeps all three', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [call('Parley', 'ask_for_scripts', { reason: 'There may be many letters.' })],
    [say('I count them.'), call('Parley', 'run_script', { code })],
    [say('There are twelve.')],
    [call('Parley', 'run_script', { code: 'console.log("round and round")\nfor (;;) {}' })],
    [say('I stop there.')],
    [call('Parley', 'run_script', { code: 'const all = []\nfor (;;) all.push("x".repeat(1_000_000))' })],
    [say('It was too much.')]
  ])
  const others = Array.from({ length: 17 }, (_, index) => ({ name: `sort_${index}`, text: 'Sorted.' }))
  const files = {
    name: 'files',
    tools: [...others, { name: 'list', text: 'one two' }, { name: 'read', text: 'Dear friends' }]
  }
  const post = { name: 'post', tools: [{ name: 'send', text: 'Sent.' }] }
  workspace.writeSettings({
    mcpServers: {
      files: fixture('stub', `--stub=${JSON.stringify(files)}`),
      post: fixture('stub', `--stub=${JSON.stringify(post)}`)
    },
    ...model.settings
  })
  const first = await start()
  const { window } = first
  await trustAll(window, ['files', 'post'])
  await sendMessage(window, 'How long is the first letter?')
  const wish = window.getByRole('dialog', { name: /^Let .* write scripts\?$/ })
  await expect(wish).toContainText('There may be many letters.')
  await window.screenshot({ path: test.info().outputPath('wish.png') })
  await pressIn(wish, 'Allow scripts')
  await answerCall(window, { server: 'files', tool: 'list', answer: 'Allow once' })
  await answerCall(window, { server: 'files', tool: 'read', answer: 'Allow once' })
  const question = callDialog(window, 'post', 'send')
  await expect(question).toContainText('A script written by the model makes this call.')
  await expect(question).toContainText('files')
  await window.screenshot({ path: test.info().outputPath('question.png') })
  await pressIn(question, 'Deny')
  await expect(answers(window).last()).toContainText('There are twelve.')

  await expect(window.getByRole('note', { name: 'Differs from the defaults' })).toHaveText('code mode on')
  const sent = model.requests()
  expect(sent[0]?.tools).toHaveLength(21)
  expect(sent[1]?.tools.map(({ name }) => name)).toEqual(['run_script'])
  expect(sent[1]?.system).toContain('post__send(args?: Record<string, unknown>): Promise<string>')
  const read = JSON.stringify(sent[2]?.messages)
  expect(read).toContain('12 letters read')
  expect(read).toContain('CallDenied')
  expect(read).not.toContain('Dear friends')

  const script = toolCard(window, 'Parley', 'run_script').first()
  await script.getByRole('button', { expanded: false }).first().click()
  await expect(script).toContainText('3 calls of the script')
  await expect(script.getByRole('group', { name: 'Tool call post send' })).toContainText('denied')
  await window.screenshot({ path: test.info().outputPath('script.png') })

  await sendMessage(window, 'And again?')
  const endless = toolCard(window, 'Parley', 'run_script').last()
  await expect(endless).toContainText('round and round')
  await endless.getByRole('button', { name: 'Cancel' }).click()
  await expect(endless).toContainText('cancelled')
  await expect(answers(window).last()).toContainText('I stop there.')

  await sendMessage(window, 'All at once?')
  await expect(answers(window).last()).toContainText('It was too much.')
  const greedy = toolCard(window, 'Parley', 'run_script').last()
  await expect(greedy).toContainText('it needs more than 64 MB of memory')
  await window.screenshot({ path: test.info().outputPath('greedy.png') })
  await first.quit()

  const again = await start()
  await conversationList(again.window).getByText('How long is the first letter?').click()
  const kept = toolCard(again.window, 'Parley', 'run_script')
  await expect(kept.first()).toContainText('12 letters read')
  await expect(kept.nth(1)).toContainText('cancelled')
  await expect(kept.last()).toContainText('64 MB')
})
