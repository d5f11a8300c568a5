/** The official file and memory servers, side by side in one turn. */
import fs from 'node:fs'
import { filesystem, memory } from './fixtures/entries'
import { call, say, toolResults } from './fixtures/model'
import { expect, test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll } from './window'

test('a model reads a file with one server and remembers it with another', async ({
  start,
  startModel,
  workspace
}) => {
  const file = `${workspace.home}/tea.txt`
  const remembered = workspace.file('memory.jsonl')
  fs.writeFileSync(file, 'Two spoons of Darjeeling.\n')
  const entities = [{ name: 'Tea', entityType: 'drink', observations: ['Two spoons of Darjeeling'] }]
  const model = await startModel([
    [call('files', 'read_text_file', { path: file })],
    [call('memory', 'create_entities', { entities })],
    [say('Read and remembered.')]
  ])
  workspace.writeSettings({
    mcpServers: { files: filesystem(workspace.home), memory: memory(remembered) },
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['files', 'memory'])

  await sendMessage(window, 'Read my note and remember it')
  await answerCall(window, { server: 'files', tool: 'read_text_file', answer: 'Allow once' })
  await answerCall(window, { server: 'memory', tool: 'create_entities', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Read and remembered.')
  await expect(toolCard(window, 'files', 'read_text_file')).toContainText('Two spoons of Darjeeling.')
  expect(toolResults(model.requests()[1])).toMatchObject([
    { isError: false, text: 'Two spoons of Darjeeling.\n' }
  ])
  expect(fs.readFileSync(remembered, 'utf8')).toContain('Darjeeling')
})
