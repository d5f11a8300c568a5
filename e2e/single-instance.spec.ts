/** One app for each data folder; any number of folders. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { argumentsFor, environmentFor, launchParley, type Parley } from './launch'
import { expect, expectNothingLeft, test } from './test'
import { messageBox } from './window'
import { createWorkspace, type Workspace } from './workspace'

test('brings the first window forward on a second start with the same folder, and runs beside a different folder without shared data', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ appearance: { theme: 'dark' } })
  const { app, window } = await start()
  await test.step('the same folder', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    expect(await isVisible(app)).toBe(false)
    const executable = await app.evaluate(() => process.execPath)
    const second = spawn(executable, argumentsFor(workspace), {
      env: environmentFor(workspace),
      stdio: 'ignore'
    })
    const [status] = await once(second, 'exit')
    expect(status).toBe(0)
    await expect.poll(() => isVisible(app)).toBe(true)
    await expect(messageBox(window)).toBeEditable()
  })
  await test.step('a different folder', async () => {
    const other: Workspace = createWorkspace()
    other.writeSettings({ appearance: { theme: 'light' } })
    const second = await launchParley(other)
    await expect(messageBox(window)).toBeVisible()
    await expect(messageBox(second.window)).toBeVisible()
    await second.quit()
    await expectNothingLeft(other)
    other.remove()
    await expect(messageBox(window)).toBeEditable()
  })
})

function isVisible(app: Parley['app']): Promise<boolean | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
}
