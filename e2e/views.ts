/** Views of the fixture server `views`, as a journey drives and reads them. */
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, type Fixtures } from './test'
import { answerCall, answers, sendMessage, trustAll } from './window'

/** What the code is in the page of each open view or preview: by default its text. */
export function readViews(app: ElectronApplication, code = 'document.body.innerText'): Promise<string[]> {
  return app.evaluate(({ webContents }, script) => {
    const guests = webContents.getAllWebContents().filter((one) => one.getType() === 'webview')
    const read = guests
      .flatMap(({ mainFrame }) => mainFrame.frames.slice(0, 1))
      .map(async (frame) => {
        try {
          // While it loads, it has no body.
          return String(await frame.executeJavaScript(script))
        } catch {
          return ''
        }
      })
    return Promise.all(read)
  }, code)
}

/** In the pages of all open views and previews, or in those with a title. */
export async function runInView(app: ElectronApplication, code: string, title?: string): Promise<void> {
  const inPage = title === undefined ? code : `if (document.title === '${title}') { ${code} }`
  await app.evaluate(({ webContents }, script) => {
    for (const guest of webContents.getAllWebContents().filter((one) => one.getType() === 'webview')) {
      // The answer would come from a page that is leaving.
      void guest.mainFrame.frames[0]?.executeJavaScript(`setTimeout(() => { ${script} }); 0`)
    }
  }, inPage)
}

export async function expectInView(app: ElectronApplication, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect.poll(async () => (await readViews(app)).join('\n')).toContain(text)
}

export const viewOf = (window: Page, tool: string): Locator =>
  window.getByRole('group', { name: `App views ${tool}` })

/** Lets a model call a tool with a view once. `more`: what it writes after the call, before it says that it is done. */
export async function ask({ start, startModel, workspace }: Fixtures, tool: string, args: object, more = '') {
  const model = await startModel([[call('views', tool, args)], [say(`${more}\n\nHere it is.`)]])
  workspace.writeSettings({ mcpServers: { views: fixture('views') }, ...model.settings })
  const parley = await start()
  const { window } = parley
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show it')
  await answerCall(window, { server: 'views', tool, answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Here it is.')
  return parley
}
