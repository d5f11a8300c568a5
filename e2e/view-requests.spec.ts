/** What the app of a server asks for beside tool calls: links, files, messages, and text for the model. */
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { recordLinks, samplingAnswerDialog, samplingDialog } from './server-questions'
import { expect, sharedTest as test } from './test'
import { expectInView, readViews, runInView, viewOf } from './views'
import {
  answerCall,
  answers,
  messageBox,
  personMessages,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('opens links, saves files and sends messages of an app after a question each, and gives its text to the model', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([
    [call('views', 'requests', {})],
    [say('Here it is.')],
    [say('It was warm.')],
    [say('Here you are.')]
  ])
  workspace.writeSettings({ mcpServers: { views: fixture('views') }, ...model.settings })
  const { app, window } = await start()
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show it')
  await answerCall(window, { server: 'views', tool: 'requests', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Here it is.')
  const opened = await recordLinks(app)
  const askFor = (label: string, method: string, params: object) =>
    runInView(app, `ask(${JSON.stringify(label)}, ${JSON.stringify(method)}, ${JSON.stringify(params)})`)
  await expect(viewOf(window, 'requests')).toBeVisible()
  await expectInView(app, 'No answers yet')

  await askFor('link', 'ui/open-link', { url: 'https://example.com/page?a=b' })
  const link = window.getByRole('dialog', { name: 'views asks you to open a link' })
  await expect(link).toContainText('The app of views asks you to open a page.')
  await expect(link).toContainText('https://example.com/page?a=b')
  await lookAt(window, 'link')
  await pressIn(link, 'Open link')
  await expectInView(app, 'link: {}')
  expect(await opened()).toEqual(['https://example.com/page?a=b'])

  const file = workspace.file('report.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)
  await askFor('files', 'ui/download-file', {
    contents: [
      { type: 'resource', resource: { uri: 'file:///a/report.csv', mimeType: 'text/csv', text: 'a,b' } }
    ]
  })
  const files = window.getByRole('dialog', { name: 'Save files from the app of views?' })
  await expect(files).toContainText('report.csv')
  await expect(files).toContainText('text/csv, 3 bytes')
  await lookAt(window, 'files')
  await pressIn(files, 'Save file')
  await expectInView(app, 'files: {}')
  expect(fs.readFileSync(file, 'utf8')).toBe('a,b')

  await askFor('context', 'ui/update-model-context', { structuredContent: { month: 7 } })
  const chips = window.getByRole('list', { name: 'From apps, for the model' })
  await expect(chips).toContainText('App of views')
  await chips.getByRole('button', { name: 'Preview App of views' }).click()
  const whole = window.getByRole('dialog', { name: 'App of views as sent to the model' })
  await expect(whole).toContainText('month')
  await lookAt(window, 'context')
  await window.keyboard.press('Escape')
  await sendMessage(window, 'And in July?')
  await expect(answers(window).last()).toContainText('It was warm.')
  expect(JSON.stringify(model.requests().at(-1))).toContain('given by its app')
  await expect(chips).toBeHidden()
  await expect(
    personMessages(window).last().getByRole('group', { name: 'From the app of views requests' })
  ).toBeVisible()

  await askFor('context', 'ui/update-model-context', { content: [{ type: 'text', text: 'August' }] })
  await chips.getByRole('button', { name: 'Remove App of views' }).click()
  await expect(chips).toBeHidden()

  await askFor('message', 'ui/message', {
    role: 'user',
    content: [{ type: 'text', text: 'Show September\u202E' }]
  })
  const message = window.getByRole('dialog', { name: 'The app of views wants to send a message' })
  await expect(message.getByRole('region', { name: 'Message' })).toContainText('Show SeptemberU+202E')
  await lookAt(window, 'message')
  await pressIn(message, 'Send message')
  await expectInView(app, 'message: {}')
  await expect(
    personMessages(window).last().getByRole('group', { name: 'Written by the app of views' })
  ).toContainText('Show September')
  await expect(answers(window).last()).toContainText('Here you are.')
  expect(JSON.stringify(model.requests().at(-1))).toContain(
    'wrote this message. The user allowed sending it.'
  )
  await lookAt(window, 'sent')
  await expect(messageBox(window)).toHaveValue('')

  await askFor('bad', 'ui/open-link', { url: 'javascript:alert(1)' })
  await expectInView(app, 'bad: {"isError":true}')
  await askFor('last', 'ui/open-link', { url: 'https://example.com/late' })
  const again = window.getByRole('dialog', { name: 'views asks you to open a link' })
  await expect(again).toBeVisible()
  await askFor('second', 'ui/message', { role: 'user', content: [{ type: 'text', text: 'x' }] })
  await expectInView(app, 'The app already asks the user something.')
  await lookAt(window, 'stop')
  await again.getByRole('button', { name: 'Close the app' }).click()
  await expect(again).toBeHidden()
  await expect(viewOf(window, 'requests')).toBeHidden()
  await expect(toolCard(window, 'views', 'requests')).toContainText('The app was closed.')
})

test('asks before a model answers an app, shows the answer first, and tells the app if you decline', async ({
  start,
  startModel,
  workspace
}) => {
  const model = await startModel([[call('views', 'requests', {})], [say('Here it is.')], [say('July.')]])
  workspace.writeSettings({ mcpServers: { views: fixture('views') }, ...model.settings })
  const { app, window } = await start()
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show it')
  await answerCall(window, { server: 'views', tool: 'requests', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Here it is.')
  await expectInView(app, 'No answers yet')
  const askModel = (label: string) => {
    const params = {
      messages: [{ role: 'user', content: { type: 'text', text: 'Name the warmest month' } }],
      maxTokens: 50
    }
    return runInView(app, `ask('${label}', 'sampling/createMessage', ${JSON.stringify(params)})`)
  }

  await askModel('approved')
  const request = samplingDialog(window, 'views')
  await expect(request).toContainText('The app of views')
  await expect(request.getByRole('textbox', { name: 'Message 1' })).toHaveValue('Name the warmest month')
  await lookAt(window, 'request')
  expect(model.requests()).toHaveLength(2)
  await pressIn(request, 'Approve')
  const answer = samplingAnswerDialog(window, 'views')
  await expect(answer.getByRole('textbox', { name: 'Answer' })).toHaveValue('July.')
  await lookAt(window, 'answer')
  expect((await readViews(app)).join()).not.toContain('approved:')
  await pressIn(answer, 'Send to server')
  await expectInView(app, 'approved: {', '"content":{"type":"text","text":"July."}')

  await askModel('declined')
  await pressIn(request, 'Decline')
  await expectInView(app, 'declined: {"code":-1,"message":"User rejected sampling request"}')
  expect(model.requests()).toHaveLength(3)
})
