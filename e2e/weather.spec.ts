/**
 * The servers of the quickstart: a question about the weather, answered by a server that is started by its script.
 */
import { serverFile } from './fixtures/entries'
import { canRun, makeJar } from './fixtures/other-languages'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test, type Fixtures } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll, trustDialog } from './window'

const hasPython = canRun('python3', '--version')

interface Question {
  readonly server: string
  readonly script: string
  readonly tool: string
  readonly args: object
  readonly said: string
}

const inNode: Question = {
  server: 'node',
  script: 'weather.mjs',
  tool: 'get_weather',
  args: { location: 'Oslo' },
  said: 'weather in Oslo'
}
const inPython: Question = {
  server: 'python',
  script: 'weather.py',
  tool: 'get_forecast',
  args: { place: 'Lisbon' },
  said: 'Sunny in Lisbon'
}

/** Tool, call and answer are shown, as the clients of the quickstart print them. */
async function ask(
  { start, startModel, workspace }: Fixtures,
  { server, script, tool, args, said }: Question
) {
  const model = await startModel([[call(server, tool, args)], [say(`${server} says so.`)]])
  workspace.writeSettings({ mcpServers: { [server]: { command: serverFile(script) } }, ...model.settings })
  const { window } = await start()
  await expect(trustDialog(window, server)).toContainText(script)
  await trustAll(window, [server])
  await sendMessage(window, 'What is the weather like?')
  await answerCall(window, { server, tool, answer: 'Allow once' })
  await expect(toolCard(window, server, tool)).toContainText(said)
  await expect(answers(window).last()).toContainText(`${server} says so.`)
}

test('SYS-28 SYS-37: answers a weather question by a Node server, started by the path of its script', async ({
  start,
  startModel,
  workspace
}) => {
  await ask({ start, startModel, workspace }, inNode)
})

test('SYS-27 SYS-37: answers a weather question by a Python server, started by the path of its script', async ({
  start,
  startModel,
  workspace
}) => {
  test.skip(!hasPython, 'no Python is here')
  await ask({ start, startModel, workspace }, inPython)
})

test('SYS-31 SYS-37: starts a server in a .jar by its path, through java -jar, and gets its answer', async ({
  start,
  startModel,
  workspace
}) => {
  test.skip(!canRun('javac', '-version'), 'no JDK is here to make a .jar with')
  const model = await startModel([[call('jar', 'get_alerts', { place: 'Lisbon' })], [say('Stay inside.')]])
  const jar = makeJar(serverFile('Weather.java'), workspace.file('Weather Server.jar'))
  workspace.writeSettings({ mcpServers: { jar: { command: jar } }, ...model.settings })
  const { window } = await start()
  await expect(trustDialog(window, 'jar')).toContainText('Weather Server.jar')
  await trustAll(window, ['jar'])
  await sendMessage(window, 'Is there a storm?')
  await answerCall(window, { server: 'jar', tool: 'get_alerts', answer: 'Allow once' })
  await expect(toolCard(window, 'jar', 'get_alerts')).toContainText('Storm over Lisbon, from Java.')
  await expect(answers(window).last()).toContainText('Stay inside.')
})
