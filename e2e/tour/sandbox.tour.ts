/** Sandboxed servers: their permissions, requests and activity. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fixture, serverFile } from '../fixtures/entries'
import type { Workspace } from '../workspace'
import { languages, test } from './guide'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0

test.skip(!canContain, 'this system can not contain servers')

/** A program of its own, apart from the project. */
function hands(workspace: Workspace): string {
  const folder = workspace.file('hands')
  fs.mkdirSync(folder)
  for (const name of ['any-code.mjs', 'line-server.mjs'])
    fs.copyFileSync(serverFile(name), path.join(folder, name))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}')
  return path.join(folder, 'any-code.mjs')
}

const refused = `
  try { fs.writeFileSync(at.folder + '/made.md', 'made') }
  catch (error) { throw new Error(error.message) }
  finally { await new Promise((go) => setTimeout(go, 3000)) }`

for (const language of languages) {
  test(`sandboxed servers, ${language}`, async ({ open, workspace }) => {
    const pages = http.createServer((_request, response) => {
      response.setHeader('connection', 'close').end('a page')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/tea`
    const [notes, diary] = ['notes', 'diary'].map((name) => {
      const folder = path.join(fs.realpathSync(workspace.home), name)
      fs.mkdirSync(folder)
      return folder
    }) as [string, string]
    const program = { command: 'node', args: [hands(workspace)] }
    const all = {
      hands: {
        ...program,
        env: { API_KEY: '${secret:hands-key}', OTHER: '${secret:other}' },
        containment: {
          read: [notes],
          write: [diary],
          hosts: ['api.example.com', '*.example.org'],
          masked: { API_KEY: ['api.example.com'] },
          memoryMb: 512
        }
      },
      open: program,
      reader: { ...fixture('web-reader'), containment: { hosts: [] } }
    }
    const settings = { models: { default: 'direct' }, appearance: { language } }
    const guide = await open({ language, settings: { ...settings, mcpServers: { hands: all.hands } } })
    const { window, words } = guide
    await guide.find('button', 'Trust and start').waitFor()
    await guide.see('Access of a sandboxed server')
    await guide.find('button', 'Narrow {what}', { what: diary }).click()
    await guide.find('button', 'Narrow {what}', { what: 'OTHER' }).click()
    await guide.find('button', 'Narrow {what}', { what: 'OTHER' }).scrollIntoViewIfNeeded()
    await guide.see('A narrowed permission')
    await guide.answer('Keep stopped')
    // Only now: any of several may be asked about first.
    workspace.writeSettings({ ...settings, mcpServers: { hands: all.hands, open: all.open } })
    await guide.find('button', 'Run in a sandbox').waitFor()
    await guide.see('A server without a sandbox')
    await guide.answer('Trust and start')
    workspace.writeSettings({ ...settings, mcpServers: all })
    await guide.answer('Trust and start')
    await guide.find('button', 'Servers: {count, number} connected', { 'count, number': '2' }).waitFor()

    await guide.send(`reader/read_page ${JSON.stringify({ url: address })}`)
    await guide.answer('Allow once')
    await guide.find('button', 'Never').waitFor()
    await guide.see('A server asks for a host')
    await guide.answer('Always allow')

    const servers = async () => {
      await window.keyboard.press('Control+Shift+S')
      await guide.find('dialog', 'Servers').waitFor()
    }
    await servers()
    await guide.see('Servers with and without a sandbox')
    const item = (name: string) => window.getByRole('listitem', { name, exact: true })
    const command = (name: string, english: string) =>
      item(name).getByRole('button', { name: words(english), exact: true })
    await command('hands', 'Edit').click()
    await item('hands').getByText(words('Allowed access and limits')).waitFor()
    await item('hands').getByText(words('Allowed access and limits')).scrollIntoViewIfNeeded()
    await guide.see('Sandbox settings in the form of a server')
    await command('hands', 'Edit').click()
    await command('reader', 'Inspect').click()
    await guide.press('tab', 'Access')
    await guide.find('region', 'Network access').scrollIntoViewIfNeeded()
    await guide.see('Network activity of a sandboxed server')
    await guide.press('button', 'Back to chat')
    await servers()
    await command('open', 'Inspect').click()
    await guide.press('tab', 'Access')
    await guide.find('region', 'Sandbox').scrollIntoViewIfNeeded()
    await guide.see('The sandbox of a server')
    // Sandboxed by the press, it is asked about with the change.
    await guide.press('button', 'Run in a sandbox')
    await guide.find('button', 'Trust and start').waitFor()
    await guide.see('Changed access of a server')
    await guide.answer('Trust and start')
    await window.getByText(words('Sandboxed'), { exact: true }).waitFor()
    await guide.press('button', 'Back to chat')
    await guide.find('button', 'Servers: {count, number} connected', { 'count, number': '2' }).waitFor()

    await guide.press('button', 'New conversation')
    await guide.send(`open/run ${JSON.stringify({ code: refused, at: { folder: notes } })}`)
    await guide.answer('Allow once')
    const note = window.getByRole('button', { name: words('Allow this folder and restart'), exact: true })
    await note.first().waitFor()
    await note.first().scrollIntoViewIfNeeded()
    await guide.see('Blocked attempts of a server')
    await servers()
    await command('open', 'Inspect').click()
    await guide.press('tab', 'Access')
    await guide.find('region', 'File activity').scrollIntoViewIfNeeded()
    await guide.see('File activity of a sandboxed server')
    await guide.press('tab', 'Log')
    // The conversation behind it has the same text.
    await window
      .getByText(/made\.md/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await guide.see('A blocked attempt in the log of a server')
    pages.closeAllConnections()
    pages.close()
  })
}
