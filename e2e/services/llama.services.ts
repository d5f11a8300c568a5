/** llama-cpp-python's server: llama.cpp itself generates the text and the arguments, from random weights. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '../test'
import { answerCall, callDialog, openedCard } from '../window'
import { startLlamaServer, type LlamaServer } from './llama-server'
import { ask, askNext, expectModels, settingsFor, stop } from './model-service'

let folder: string
let llama: LlamaServer
test.beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-llama-'))
  llama = await startLlamaServer(folder)
})
test.afterAll(async () => {
  await llama?.[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

const settings = (model: string) => settingsFor({ type: 'openai-compatible', baseUrl: llama.baseUrl }, model)

test('lists models, and streams an answer over the API that it has', async ({ start, workspace }) => {
  workspace.writeSettings(settings('tiny'))
  const parley = await start()
  const answer = await ask(parley, 'Write something')
  await expect(answer).toContainText(/[a-z]{2}/)
  await expectModels(parley.window, [/^tiny/, /^endless/, /^small/])
  expect(llama.log()).toContain('POST /v1/responses HTTP/1.1" 404')
  expect(llama.log()).toContain('POST /v1/chat/completions HTTP/1.1" 200')
  await askNext(parley.window, 'And more')
  expect(llama.log().split('POST /v1/responses')).toHaveLength(2)
})

test('calls tools with arguments that its grammar binds to their schema', async ({ start, workspace }) => {
  workspace.writeSettings(settings('tiny'))
  const parley = await start()
  const { window } = parley
  const answer = await ask(parley, 'Please use get-sum')
  await answerCall(window, { server: 'everything', tool: 'get-sum', answer: 'Allow once' })
  const card = await openedCard(window, 'everything', 'get-sum')
  await expect(card).toContainText(/The sum of -?\d.* and -?\d.* is -?\d/)
  await expect(answer).toContainText(/[a-z]{2}/)

  const next = await askNext(window, 'Now use echo')
  await expect(callDialog(window, 'everything', 'echo')).toContainText('message')
  await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
  await expect(await openedCard(window, 'everything', 'echo')).toContainText('Echo: ')
  await expect(next).toContainText(/[a-z]{2}/)
})

test('is stopped in the middle, notices it, and answers the next message', async ({ start, workspace }) => {
  workspace.writeSettings(settings('endless'))
  const parley = await start()
  const before = llama.log().split('Disconnected from client').length
  const answer = await ask(parley, 'Write without end')
  await expect(answer).toContainText(/[a-z]{2}/)
  await stop(parley.window)
  await expect.poll(() => llama.log().split('Disconnected from client').length).toBe(before + 1)
  await expect(await askNext(parley.window, 'And again')).toContainText(/[a-z]{2}/)
  await stop(parley.window)
})

test('says that the service answered nothing where the conversation is too long for it', async ({
  start,
  workspace
}) => {
  workspace.writeSettings(settings('small'))
  const parley = await start()
  const answer = await ask(parley, 'Hello')
  await expect(answer).toContainText('sent only thoughts and no answer')
})
