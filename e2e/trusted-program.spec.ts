/** Trust applies to the program: asked once, run again without a question, and asked again when its file differs. */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { serverFile } from './fixtures/entries'
import { expect, sharedTest as test } from './test'
import {
  answerTrust,
  closeDialog,
  expectConnected,
  openServers,
  serverItem,
  trustAll,
  trustDialog
} from './window'

test('SEC-11-8 asks again about a script that was edited since it was trusted, and says which file changed', async ({
  start,
  workspace
}) => {
  const script = workspace.file('notes.mjs')
  const write = (note: string) => {
    const lineServer = pathToFileURL(serverFile('line-server.mjs')).href
    fs.writeFileSync(
      script,
      `import { serve } from '${lineServer}'\nserve({ name: 'scripted' }) // ${note}\n`
    )
  }
  write('first')
  const env = { MODE: 'fast', ACCESS_TOKEN: 'of-nobody-1234' }
  workspace.writeSettings({
    mcpServers: { scripted: { command: 'node', args: [script], env } },
    models: { default: 'direct' }
  })
  const { window } = await start()
  const dialog = trustDialog(window, 'scripted')
  await expect(dialog).toContainText(script)
  await expect(dialog).toContainText('MODE=fast')
  await expect(dialog).toContainText('ACCESS_TOKEN=•••')
  await window.screenshot({ path: test.info().outputPath('trust.png') })
  await trustAll(window, ['scripted'])

  const servers = await openServers(window)
  const restart = serverItem(servers, 'scripted').getByRole('button', { name: 'Restart', exact: true })
  await restart.click()
  const starts = () => workspace.readLogs()['servers/scripted.log']?.match(/Connected: /gu)?.length
  await expect.poll(starts).toBe(2)
  await expect(serverItem(servers, 'scripted')).toContainText('connected')

  write('second')
  await restart.click()
  await expect(dialog).toContainText(`The file ${script} has changed since you trusted it.`)
  await window.screenshot({ path: test.info().outputPath('changed.png') })
  await answerTrust(window, 'scripted')
  await expect(serverItem(servers, 'scripted')).toContainText('connected')
  await closeDialog(servers)
  await expectConnected(window, 1)
})
