/** A saved test that draws the app of its tool, in the tab of the tests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fixture } from './fixtures/entries'
import { lookAt } from './pictures'
import { expect, test } from './test'
import { expectInView } from './views'
import { answerCall, inspect, openServers, trustAll } from './window'

const text = `tests:
  - name: draws
    call: chart
    arguments: { city: Oslo }
    expect: { app: true }
  - name: crashes
    call: silent
    expect: { app: true }
`

test('draws the app of a saved test in a corner, and fails one whose app crashes before it starts', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { views: fixture('views') } })
  const folder = path.join(workspace.dataFolder, 'tests')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'views.yaml'), text)
  const { app, window } = await start()
  await trustAll(window, ['views'])
  const page = await inspect(await openServers(window), 'views', 'Tests')
  const panel = page.getByRole('region', { name: 'Tests of views' })
  const row = (name: string) => panel.getByRole('listitem', { name, exact: true })
  await panel.getByRole('button', { name: 'Run all' }).click()
  await answerCall(window, { server: 'views', tool: 'chart', answer: 'Allow once' })
  await expect(row('draws')).toContainText('passed')
  await answerCall(window, { server: 'views', tool: 'silent', answer: 'Allow once' })
  await expect(panel.getByRole('group', { name: 'App of silent, drawn by its test' })).toBeVisible()
  await expectInView(app, 'This page never speaks.')
  await lookAt(window, 'drawn-tests')
  await app.evaluate(({ webContents }) => {
    for (const one of webContents.getAllWebContents())
      if (one.getType() === 'webview') one.forcefullyCrashRenderer()
  })
  await expect(row('crashes')).toContainText('failed')
  await expect(row('crashes')).toContainText('Expected an app. The app crashed.')
  await expect(panel.getByRole('group', { name: /^App of / })).toBeHidden()
})
