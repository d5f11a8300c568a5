/** Trust means the program: asked once, run again without a question, and asked again when its file is another one. */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { serverFile } from './fixtures/entries'
import { expect, test } from './test'
import {
  answerTrust,
  closeDialog,
  expectConnected,
  openServers,
  serverItem,
  trustAll,
  trustDialog
} from './window'

test('SEC-11-8 a script that was edited since it was trusted asks again, and says which file changed', async ({
  start,
  workspace
}) => {
  const script = workspace.file('notes.mjs')
  const write = (note: string) => {
    const lineServer = pathToFileURL(serverFile('line-server.mjs')).href
    fs.writeFileSync(script, `import { serve } from '${lineServer}'\nserve({ name: 'notes' }) // ${note}\n`)
  }
  write('first')
  const env = { MODE: 'fast', ACCESS_TOKEN: 'of-nobody-1234' }
  workspace.writeSettings({
    mcpServers: { notes: { command: 'node', args: [script], env } },
    models: { default: 'direct' }
  })
  const { window } = await start()
  const dialog = trustDialog(window, 'notes')
  await expect(dialog).toContainText(script)
  await expect(dialog).toContainText('MODE=fast')
  await expect(dialog).toContainText('ACCESS_TOKEN=•••')
  await window.screenshot({ path: test.info().outputPath('trust.png') })
  await trustAll(window, ['notes'])

  const servers = await openServers(window)
  const restart = serverItem(servers, 'notes').getByRole('button', { name: 'Restart', exact: true })
  await restart.click()
  const starts = () => workspace.readLogs()['servers/notes.log']?.match(/Connected: /gu)?.length
  await expect.poll(starts).toBe(2)
  await expect(serverItem(servers, 'notes')).toContainText('connected')

  write('second')
  await restart.click()
  await expect(dialog).toContainText(`The file ${script} has changed since you trusted it.`)
  await window.screenshot({ path: test.info().outputPath('changed.png') })
  await answerTrust(window, 'notes')
  await expect(serverItem(servers, 'notes')).toContainText('connected')
  await closeDialog(servers)
  await expectConnected(window, 1)
})
