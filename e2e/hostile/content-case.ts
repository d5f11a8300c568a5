/**
 * Content of the corpus in the window: text as a message and as an answer, a page the window could navigate to,
 * links of the app's own scheme, and the content of an imported conversation, as far as Parley can get it.
 */
import fs from 'node:fs'
import path from 'node:path'
import { call, say, type Model, type Part, type Script } from '../fixtures/model'
import { startHttp } from '../fixtures/local-http'
import { expect } from '../expect'
import type { Parley } from '../launch'
import { forgetProblems } from '../test'
import { answers, closeDialog, conversationList, messageBox, openServers, sendMessage } from '../window'
import type { Workspace } from '../workspace'
import { corpus, type HostileCase } from './corpus'
import { pressLinks, watchWindow, type Watch } from './observe'

export interface ContentDrive {
  readonly item: HostileCase
  readonly workspace: Workspace
  readonly start: () => Promise<Parley>
  readonly startModel: (script: Script) => Promise<Model>
}

export async function driveContent(drive: ContentDrive): Promise<void> {
  const text = fs.readFileSync(path.join(corpus, drive.item.file), 'utf8')
  const model = await drive.startModel(scriptFor(text))
  drive.workspace.writeSettings({ ...model.settings })
  const parley = await drive.start()
  const watch = await watchWindow(parley, drive.workspace)
  const settings = drive.workspace.readSettings()
  const links = readLinks(text)
  if (links !== null) await followLinks(parley, { links, watch })
  else await converse(parley, { text, model, watch })
  if (drive.item.file.endsWith('.html')) await leadTo(parley, text)
  await watch.check()
  expect.soft(await watch.openedLinks(), 'links that were opened').toEqual([])
  expect.soft(drive.workspace.readSettings(), 'the settings').toBe(settings)
}

/** The whole text, then the same in chunks of three letters, then a call of an unknown tool. */
function scriptFor(text: string): readonly (readonly Part[])[] {
  const pieces = text.match(/[\s\S]{1,3}/gu) ?? []
  return [
    [say(text)],
    pieces.map(say),
    [say('And a tool.'), call('nobody', 'delete_all', {})],
    [say('The end.')]
  ]
}

interface Talk {
  readonly text: string
  readonly model: Model
  readonly watch: Watch
}

async function converse({ window }: Parley, { text, model, watch }: Talk): Promise<void> {
  await sendMessage(window, text)
  for (const count of [1, 2]) {
    // The list contains only visible messages, so the model counts.
    await expect.poll(() => model.requests().length).toBe(count)
    await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await watch.check()
    await sendMessage(window, 'Once more')
  }
  await expect(answers(window).last()).toContainText('The end.')
  await watch.check()
  await pressLinks(window)
  await watch.check()
  await messageBox(window).fill('still there')
  await expect(messageBox(window)).toHaveValue('still there')
}

/** Served from this machine: the window doesn't navigate there, and opens no other. */
async function leadTo(parley: Parley, text: string): Promise<void> {
  const { app, window } = parley
  const asked: string[] = []
  await using server = await startHttp((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end(text)
  })
  const isOpened = await window.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
    globalThis.location.href = url
    const opened = globalThis.open(url) !== null
    frame.remove()
    return opened
  }, server.origin)
  expect.soft(isOpened, 'a window that a page opens').toBe(false)
  const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect.soft(windows).toBe(1)
  expect.soft(asked, 'what was asked of the page’s server').toEqual([])
  // The page’s own policy says so on the console, a little later.
  await expect.poll(() => parley.problems.join()).toContain('frame-src')
  forgetProblems(parley, /Content Security Policy|navigat|ERR_/iu)
}

/** Null: no list of links. */
function readLinks(text: string): readonly string[] | null {
  try {
    const { links } = JSON.parse(text) as { links?: unknown }
    return Array.isArray(links) ? links.map(String) : null
  } catch {
    return null
  }
}

/** As the system hands them to the running app: at its second start, and on a Mac by an event. */
async function followLinks(
  { app, window }: Parley,
  { links, watch }: { links: readonly string[]; watch: Watch }
): Promise<void> {
  const all = [...links, `${links[0] ?? 'APP://x'}${'a'.repeat(100_000)}`].map((link) =>
    link.replace(/^APP:/u, 'parley:')
  )
  for (const link of all) {
    await app.evaluate(
      ({ app: electron }, [url]) => {
        electron.emit('second-instance', {}, ['parley', url, '--remote-debugging-port=9222'], '/')
        electron.emit('second-instance', {}, ['parley', url], '/')
        electron.emit('open-url', { preventDefault: () => {} }, url)
      },
      [link] as const
    )
    const dialog = window.getByRole('dialog')
    const isAnswer = /^parley:\/\/[^/?#]*callback(?:[/?#]|$)/u.test(link)
    // What it would add, or why it is rejected: one dialog for each link, which adds nothing without a press.
    await expect.soft(dialog, link.slice(0, 80)).toHaveCount(isAnswer ? 0 : 1)
    await watch.check()
    if (isAnswer) continue
    await expect.soft(dialog, link.slice(0, 80)).toHaveAccessibleName(/^Add .*\?$|^This link can't be used$/u)
    await window.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await expect.soft(conversationList(window).getByRole('listitem')).toHaveCount(0)
  const dialog = await openServers(window)
  await expect.soft(dialog.getByRole('listitem')).toHaveCount(0)
  await closeDialog(dialog)
}
