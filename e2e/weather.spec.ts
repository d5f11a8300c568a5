/** The servers of the quickstart: a question about the weather, answered by a server that is started by its script. */
import { serverFile } from './fixtures/entries'
import { canRun, makeJar } from './fixtures/other-languages'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll, trustDialog } from './window'

const hasPython = canRun('python3', '--version')

test('SYS-37 SYS-27 SYS-28: a weather question is answered by a server started by the path of its script', async ({
  start,
  startModel,
  workspace
}) => {
  const inPython = {
    server: 'python',
    tool: 'get_forecast',
    args: { place: 'Lisbon' },
    said: 'Sunny in Lisbon'
  }
  const inNode = { server: 'node', tool: 'get_weather', args: { location: 'Oslo' }, said: 'weather in Oslo' }
  const wanted = hasPython ? [inNode, inPython] : [inNode]
  const model = await startModel(
    wanted.flatMap(({ server, tool, args }) => [[call(server, tool, args)], [say(`${server} says so.`)]])
  )
  const entries = {
    node: { command: serverFile('weather.mjs') },
    python: { command: serverFile('weather.py') }
  }
  workspace.writeSettings({
    mcpServers: hasPython ? entries : { node: entries.node },
    ...model.settings
  })
  const { window } = await start()
  await expect(trustDialog(window, 'node')).toContainText('weather.mjs')
  await trustAll(
    window,
    wanted.map(({ server }) => server)
  )
  for (const { server, tool, said } of wanted) {
    await sendMessage(window, `What is the weather like? (${server})`)
    await answerCall(window, { server, tool, answer: 'Allow once' })
    await expect(toolCard(window, server, tool)).toContainText(said)
    await expect(answers(window).last()).toContainText(`${server} says so.`)
  }
})

test('SYS-31 SYS-37: a server in a .jar is started by its path, through java -jar, and answers', async ({
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
