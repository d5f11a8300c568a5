/**
 * A sandboxed server: from its form, through the question about its access, to the sandbox of the running program.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { serverFile } from './fixtures/entries'
import { call, say, type Model } from './fixtures/model'
import type { Parley } from './launch'
import { expect, expectNothingLeft, test } from './test'
import {
  answerCall,
  answers,
  answerTrust,
  backToChat,
  closeDialog,
  expectConnected,
  inspect,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustAll,
  trustDialog
} from './window'
import type { ServerEntry, Workspace } from './workspace'

const walls = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canContain = process.platform === 'linux' && spawnSync('bwrap', walls).status === 0

test.skip(!canContain, 'this system can not contain servers')

/** A separate program: its own folder is open to it, which must not be the whole project. */
function hands(workspace: Workspace): string {
  const folder = workspace.file('hands')
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['any-code.mjs', 'line-server.mjs'])
    fs.copyFileSync(serverFile(name), path.join(folder, name))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}')
  return path.join(folder, 'any-code.mjs')
}

function folderWith(workspace: Workspace, name: string): string {
  const folder = path.join(fs.realpathSync(workspace.home), name)
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'page.md'), `a page of ${name}`)
  return folder
}

interface Visit {
  readonly parley: Parley
  readonly workspace: Workspace
  readonly model: Model
}

const reading = (folder: string) => ({
  code: `return fs.readFileSync(at.folder + '/page.md', 'utf8')`,
  at: { folder }
})

test('sandboxes servers: what each may use is asked, enforced and shown', async ({
  start,
  startModel,
  workspace
}) => {
  const folders = ['notes', 'diary', 'drafts'].map((name) => folderWith(workspace, name))
  const writing = {
    code: `try { fs.writeFileSync(at.folder + '/made.md', 'made') } catch (error) { throw new Error(error.message) } finally { await new Promise((go) => setTimeout(go, 3000)) }`,
    at: { folder: folderWith(workspace, 'desk') }
  }
  const tries = accesses(workspace, folders)
  const model = await startModel([
    [call('writer', 'run', writing)],
    [say('Refused.')],
    [call('writer', 'run', writing)],
    [say('Written.')],
    ...tries.map((each) => [call('hands', 'run', each)]),
    [say('Tried.')]
  ])
  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  const visit = { parley: await start(), workspace, model }
  await test.step('says that a server is not sandboxed, and sandboxes it by its form', () =>
    sandboxByForm(visit))
  await test.step("tells a secret that a server uses but can't read from one that it has, also in its form", () =>
    tellSecrets(visit))
  await test.step("says that a server's folder has become a link, and doesn't start the server", () =>
    refuseLink(visit))
  await test.step('shows a blocked attempt at its call, and opens the file after one press, a question and a start', () =>
    openAfterBlock(visit, writing.at.folder))
  await test.step('gives a sandboxed server what was selected, and nothing else on this computer', () =>
    giveSelected(visit, folders, tries))
})

function accesses({ home, dataFolder }: Workspace, [notes = '', diary = '', drafts = '']: readonly string[]) {
  const part = path.join(drafts, 'part')
  fs.mkdirSync(part)
  return [
    reading(notes),
    reading(diary),
    reading(drafts),
    { code: `fs.writeFileSync(at.folder + '/made.md', 'made'); return 'wrote it'`, at: { folder: part } },
    { code: `return fs.readdirSync(at.folder).join()`, at: { folder: home } },
    { code: `return fs.readFileSync(at.folder + '/settings.json', 'utf8')`, at: { folder: dataFolder } }
  ]
}

async function giveSelected(
  { parley, workspace, model }: Visit,
  [notes = '', diary = '', drafts = '']: readonly string[],
  tries: readonly object[]
): Promise<void> {
  const { window } = parley
  const part = path.join(drafts, 'part')
  const containment = { read: [notes, diary], write: [drafts], hosts: [] }
  writeServer({ workspace, model }, 'hands', { containment })
  const question = trustDialog(window, 'hands')
  const permissions = question.getByRole('region', { name: 'Allowed access' })
  await expect(permissions).toContainText('Sandboxed')
  await expect(permissions).toContainText('It has no network access until you allow it')
  // By keyboard only.
  await permissions.getByRole('checkbox', { name: diary }).focus()
  await window.keyboard.press('Space')
  await permissions.getByRole('button', { name: `Narrow ${drafts}` }).focus()
  await window.keyboard.press('Enter')
  const only = permissions.getByRole('textbox', { name: 'Only this folder or file in it' })
  await only.focus()
  await window.keyboard.press('Control+A')
  await window.keyboard.type(workspace.home)
  await expect(permissions).toContainText(`That isn't inside ${drafts}.`)
  await expect(question.getByRole('button', { name: 'Trust and start' })).toBeDisabled()
  await window.keyboard.press('Control+A')
  await window.keyboard.type(part)
  await pressIn(question, 'Trust and start')
  await expectConnected(window, 1)
  expect(workspace.readSettings()).not.toContain(diary)

  await window.getByRole('button', { name: 'New conversation' }).click()
  await sendMessage(window, 'Try everything')
  for (const index of tries.keys()) {
    await answerCall(window, { server: 'hands', tool: 'run', answer: 'Allow once' })
    await expect(toolCard(window, 'hands', 'run').nth(index)).toContainText('done')
  }
  await expect(answers(window).last()).toContainText('Tried.')
  const told = JSON.stringify(model.requests().at(-1))
  expect(told).toContain('a page of notes')
  expect(told).not.toContain('a page of diary')
  expect(told).not.toContain('a page of drafts')
  expect(told).toContain('drafts,notes')
  expect(told).not.toContain('mcpServers')
  expect(fs.readFileSync(path.join(part, 'made.md'), 'utf8')).toBe('made')

  const servers = await openServers(window)
  await expect(serverItem(servers, 'hands')).toContainText('Sandboxed')
  await closeDialog(servers)
  await parley.kill()
  await expectNothingLeft(workspace)
}

/** As the only server: the one of the step before is removed. */
function writeServer(
  { workspace, model }: Pick<Visit, 'workspace' | 'model'>,
  name: string,
  more: Partial<ServerEntry>
): void {
  const entry = { command: 'node', args: [hands(workspace)], ...more }
  workspace.writeSettings({ mcpServers: { [name]: entry }, ...model.settings })
}

async function sandboxByForm(visit: Visit): Promise<void> {
  const { workspace } = visit
  const { window } = visit.parley
  const notes = folderWith(workspace, 'shelf')
  writeServer(visit, 'plain', {})
  await expect(trustDialog(window, 'plain')).toContainText('Not sandboxed')
  await trustAll(window, ['plain'])
  const servers = await openServers(window)
  const item = serverItem(servers, 'plain')
  await expect(item).toContainText('Not sandboxed')
  await item.getByRole('button', { name: 'Edit', exact: true }).click()
  await item.getByRole('switch', { name: 'Run in a sandbox' }).click()
  await item.getByRole('textbox', { name: 'Folders to read' }).fill(notes)
  await item.getByRole('button', { name: 'Save', exact: true }).click()
  const question = trustDialog(window, 'plain')
  await expect(question.getByRole('region', { name: 'Changes' })).toContainText(notes)
  await answerTrust(window, 'plain')
  await expect(item).toContainText('connected')
  await expect(item).not.toContainText('Not sandboxed')
  await expect(item).toContainText('Sandboxed')
  expect(JSON.parse(workspace.readSettings())).toMatchObject({
    mcpServers: { plain: { sandbox: { read: [notes], write: [], hosts: [] } } }
  })
  await closeDialog(servers)
}

async function tellSecrets(visit: Visit): Promise<void> {
  const { workspace } = visit
  const { window } = visit.parley
  const hosts = ['api.example.com']
  writeServer(visit, 'keyed', {
    env: { API_KEY: '${secret:hands-key}', OTHER: '${secret:other}' },
    containment: { hosts, masked: { API_KEY: hosts } }
  })
  const question = trustDialog(window, 'keyed')
  const permissions = question.getByRole('region', { name: 'Allowed access' })
  await expect(permissions).toContainText(
    'Uses the secret “hands-key” for api.example.com, without reading it, as API_KEY'
  )
  await expect(permissions).toContainText('Gets the secret “other” as OTHER')
  await pressIn(question, 'Keep stopped')
  const servers = await openServers(window)
  const item = serverItem(servers, 'keyed')
  await item.getByRole('button', { name: 'Edit', exact: true }).click()
  const masked = item.getByRole('textbox', { name: 'Secrets it can use but not read' })
  await expect(masked).toHaveValue('API_KEY: api.example.com')
  await masked.fill('API_KEY: api.example.com, db.example.com:8443')
  await item.getByRole('button', { name: 'Save', exact: true }).click()
  const both = ['api.example.com', 'db.example.com:8443']
  await expect
    .poll(() => JSON.parse(workspace.readSettings()) as unknown)
    .toMatchObject({ mcpServers: { keyed: { containment: { hosts, masked: { API_KEY: both } } } } })
  // The new entry is asked about again.
  await pressIn(question, 'Keep stopped')
  await closeDialog(servers)
}

async function refuseLink(visit: Visit): Promise<void> {
  const { window } = visit.parley
  const notes = folderWith(visit.workspace, 'linked')
  fs.renameSync(notes, `${notes}.before`)
  fs.symlinkSync(`${notes}.before`, notes)
  writeServer(visit, 'linked', { containment: { read: [notes] } })
  await answerTrust(window, 'linked')
  const servers = await openServers(window)
  const item = serverItem(servers, 'linked')
  await expect(item).toContainText('failed')
  await expect(item).toContainText(`which is a link to “${notes}.before”`)
  await closeDialog(servers)
}

async function openAfterBlock(visit: Visit, notes: string): Promise<void> {
  const { window } = visit.parley
  writeServer(visit, 'writer', { containment: { memoryMb: 1_024 } })
  await expect(trustDialog(window, 'writer')).toContainText('At most 1,024 MB of memory.')
  await trustAll(window, ['writer'])
  await sendMessage(window, 'Make a note')
  await answerCall(window, { server: 'writer', tool: 'run', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Refused.')
  const note = window.getByRole('note').filter({ hasText: 'tried to write' })
  await expect(note).toContainText(`${notes}/made.md. The sandbox blocked it`)
  await note.getByRole('button', { name: 'Allow this folder and restart' }).click()
  const question = trustDialog(window, 'writer')
  await expect(question.getByRole('region', { name: 'Changes' })).toContainText(notes)
  await answerTrust(window, 'writer')
  await expectConnected(window, 1)
  await sendMessage(window, 'Again')
  await answerCall(window, { server: 'writer', tool: 'run', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Written.')
  expect(fs.readFileSync(path.join(notes, 'made.md'), 'utf8')).toBe('made')

  const servers = await openServers(window)
  const page = await inspect(servers, 'writer', 'Access')
  const did = page.getByRole('region', { name: 'File activity' })
  await expect(did).toContainText('may read and write')
  await expect(did).toContainText('tried to write')
  await expect(did).toContainText('wrote')
  await did.getByRole('button', { name: 'Clear file and network activity' }).click()
  await expect(did).not.toContainText('tried to write')
  await backToChat(window)
}

test('starts no program outside a sandbox where a policy requires one, and says so in the form', async ({
  start,
  workspace
}) => {
  const policy = workspace.file('policy.json')
  fs.writeFileSync(policy, JSON.stringify({ containment: 'required', hosts: { allow: ['api.example'] } }))
  workspace.writeSettings({
    mcpServers: { hands: { command: 'node', args: [hands(workspace)] } },
    models: { default: 'direct' }
  })
  const { window } = await start({ env: { PARLEY_POLICY: policy } })
  const servers = await openServers(window)
  const item = serverItem(servers, 'hands')
  await expect(item).toContainText('only in a sandbox')
  await item.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(item.getByRole('note').filter({ hasText: 'Programs run only in a sandbox' })).toBeVisible()
  await expect(item.getByRole('note').filter({ hasText: 'api.example' })).toBeVisible()
  await item.getByRole('switch', { name: 'Run in a sandbox' }).click()
  await item.getByRole('button', { name: 'Save', exact: true }).click()
  await answerTrust(window, 'hands')
  await expect(item).toContainText('connected')
})
