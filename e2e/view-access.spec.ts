/** What the page of an app may use: hosts, which the user allows before it loads, and devices. */
import fs from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ElectronApplication } from 'playwright/test'
import { ownCertificate } from '../app/testing/own-certificate'
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, test, type Fixtures } from './test'
import { readViews } from './views'
import { answerCall, answers, pressIn, sendMessage, trustAll } from './window'

/** A host on this computer with a certificate that Parley's Node accepts. */
async function startHost() {
  const asked: string[] = []
  const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/data': ['text/plain', '18 degrees'],
    '/code.js': ['text/javascript', "window.loaded = 'ran'"],
    '/picture.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    '/frame.html': ['text/html', "<script>parent.postMessage('spoke', '*')</script>"]
  }
  const server = https.createServer(ownCertificate, (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(
      `${method} ${url}${headers['x-wanted'] === undefined ? '' : ` ${String(headers['x-wanted'])}`}`
    )
    if (url === '/moved') return response.writeHead(302, { location: '/data' }).end()
    if (url === '/away') return response.writeHead(302, { location: 'https://evil.example/' }).end()
    if (url === '/echo') return request.pipe(response.writeHead(200))
    const [type = 'text/plain', body = ''] = pages[url] ?? []
    return response.writeHead(body === '' ? 404 : 200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { host, asked, close }
}

async function readView(app: ElectronApplication): Promise<string> {
  return (await readViews(app))[0] ?? ''
}

async function ask({ start, startModel, workspace }: Fixtures, host: string) {
  const authorities = workspace.file('authorities.pem')
  fs.writeFileSync(authorities, ownCertificate.cert)
  const model = await startModel([
    [call('views', 'online', { city: `https://${host}` })],
    [say('Here it is.')]
  ])
  const entry = fixture('views', `--hosts=https://${host}`)
  workspace.writeSettings({ mcpServers: { views: entry }, ...model.settings })
  const parley = await start({ env: { NODE_EXTRA_CA_CERTS: authorities } })
  await trustAll(parley.window, ['views'])
  await sendMessage(parley.window, 'Show it')
  await answerCall(parley.window, { server: 'views', tool: 'online', answer: 'Allow once' })
  await expect(answers(parley.window).last()).toContainText('Here it is.')
  return parley
}

test('security/csp-allow-declared: reaches the hosts that an app declares only after the question, and no other', async ({
  start,
  startModel,
  workspace
}) => {
  const { host, asked, close } = await startHost()
  const { app, window } = await ask({ start, startModel, workspace }, host)
  const question = window.getByRole('dialog', { name: `Let the app of views reach ${host}?` })
  const view = window.getByRole('group', { name: 'App views online' })
  await expect(question).toContainText('this computer')
  await expect(view).toContainText('Hidden while Parley asks you a question.')
  await lookAt(window, 'hosts')
  expect(await readViews(app)).toEqual([])
  await pressIn(question, 'Not now')
  await expect.poll(() => readView(app)).toContain('end: all tried')
  for (const name of ['data', 'sent', 'moved', 'moved away', 'undeclared', 'code', 'picture', 'frame'])
    expect(await readView(app)).toContain(`${name}: nothing`)
  expect(asked).toEqual([])
  await expect(view).toContainText('No network access')
  await lookAt(window, 'without-hosts')

  await view.getByRole('button', { name: 'Close app' }).click()
  await window.getByRole('button', { name: 'Show app' }).click()
  await pressIn(question, 'Allow once')
  await expect.poll(() => readView(app)).toContain('end: all tried')
  const text = await readView(app)
  for (const line of [
    'data: 18 degrees',
    'sent: rain',
    'moved: 18 degrees',
    'moved away: nothing',
    'undeclared: nothing',
    'code: ran',
    'picture: shown',
    'frame: spoke'
  ])
    expect(text).toContain(line)
  expect(asked).toContain('GET /data weather')
  expect(asked).toContain('PUT /echo')
  await expect(view).not.toContainText('No network access')
  close()
})

test('asks before an app uses the location that it declares, and says so while it is on', async ({
  start,
  startModel,
  workspace
}) => {
  const { host, close } = await startHost()
  const { app, window } = await ask({ start, startModel, workspace }, host)
  await pressIn(window.getByRole('dialog', { name: /^Let the app of views reach/u }), 'Never')
  const view = window.getByRole('group', { name: 'App views online' })
  const locate = () =>
    app.evaluate(({ webContents }) => {
      const guest = webContents.getAllWebContents().find((one) => one.getType() === 'webview')
      void guest?.mainFrame.frames[0]?.executeJavaScript('locate(); 0')
    })
  const question = window.getByRole('dialog', { name: 'Let the app of views use the location?' })
  for (const [answer, outcome] of [
    ['Not now', 'location: denied'],
    ['Always allow', 'location: allowed, but unknown']
  ] as const) {
    await expect.poll(() => readView(app)).toContain('end: all tried')
    await locate()
    await expect(question).toBeVisible()
    await lookAt(window, `location-${answer.replace(' ', '-')}`)
    await pressIn(question, answer)
    await expect.poll(() => readView(app)).toContain(outcome)
    if (answer === 'Always allow') continue
    await view.getByRole('button', { name: 'Close app' }).click()
    await window.getByRole('button', { name: 'Show app' }).click()
  }
  await expect(view).toContainText('Uses the location')
  close()
})
