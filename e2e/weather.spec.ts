/** The servers of the quickstart: a question about the weather, answered by a server that is started by its script. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { call, say } from './fixtures/model'
import { projectFolder } from './launch'
import { expect, test } from './test'
import { answerCall, answers, sendMessage, toolCard, trustAll, trustDialog } from './window'

const script = (name: string) => path.join(projectFolder, 'app/testing/servers', name)
const hasPython = spawnSync('python3', ['--version']).status === 0

test('SYS-37: a weather question is answered by a server started by the path of its script', async ({
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
  const entries = { node: { command: script('weather.mjs') }, python: { command: script('weather.py') } }
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
