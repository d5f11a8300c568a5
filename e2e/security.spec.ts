/** The window is sandboxed, the bridge is narrow, and external text stays text. */
import type { Bridge } from '../app/contract/bridge/bridge'
import { fixture } from './fixtures/entries'
import { startDecoy } from './fixtures/http-servers'
import { call, say, startModel } from './fixtures/model'
import { hostileText } from '../app/testing/servers/hostile-markdown.mjs'
import { expect, forgetProblems, shareParley, test } from './test'
import { answerCall, answers, openedCard, sendMessage, trustAll } from './window'

type Page = typeof globalThis & { bridge: Bridge; __pwned?: unknown }

let decoy: Awaited<ReturnType<typeof startDecoy>>
let model: Awaited<ReturnType<typeof startModel>>

const parley = shareParley(async () => {
  decoy = await startDecoy()
  model = await startModel([
    [say(hostileText(decoy.url)), call('hostile', 'say-something', {})],
    [say('That was all.')]
  ])
  return { mcpServers: { hostile: fixture('hostile-text', `--decoy=${decoy.url}`) }, ...model.settings }
})

test.afterEach(() => expect(decoy.hits).toEqual([]))

test.afterAll(async () => {
  await model.close()
  await decoy[Symbol.asyncDispose]()
})

test('shows hostile text from a server and a model, runs nothing and loads nothing', async () => {
  const { window } = parley()
  await trustAll(window, ['hostile'])
  await sendMessage(window, 'Say something')
  await answerCall(window, { server: 'hostile', tool: 'say-something', answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('That was all.')
  const card = await openedCard(window, 'hostile', 'say-something')
  await expect(card).toContainText('done')
  await expect(window.getByText('The end of the hostile text.').first()).toBeVisible()

  expect(await window.evaluate(() => (globalThis as Page).__pwned)).toBeUndefined()
  const main = window.getByRole('main', { name: 'Conversation' })
  await expect(
    main.locator('script, iframe, object, embed, form, link, style, meta, base, webview')
  ).toHaveCount(0)
  await expect(main.locator('img:not([src^="data:"]):not([src^="app:"]):not([src^="blob:"])')).toHaveCount(0)
  await expect(
    main.locator(
      '[onerror], [onload], [onclick], a[href^="javascript:" i], a[href^="file:" i], a[href^="data:" i]'
    )
  ).toHaveCount(0)
})

test('ARCH-02: gives the page no Node, and only two functions of Parley', async () => {
  const { app, window } = parley()
  const seen = await window.evaluate(() => {
    const page = globalThis as Page & Record<string, unknown>
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron']
    return { found: names.filter((name) => name in page), bridge: Object.keys(page.bridge).sort() }
  })
  expect(seen).toEqual({ found: [], bridge: ['call', 'on'] })
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): object
    }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({ contextIsolation: true, nodeIntegration: false, sandbox: true })
})

test('stops remote pictures and inline scripts by the content policy', async () => {
  const { app, window } = parley()
  const directives = await window.evaluate(async (address) => {
    const violated: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violated.push(event.effectiveDirective))
    const image = document.createElement('img')
    const script = document.createElement('script')
    const failed = new Promise((resolve) => image.addEventListener('error', resolve))
    document.head.append(script)
    try {
      script.textContent = 'globalThis.__pwned = 1'
    } catch {
      // Trusted types refuse the assignment already.
    }
    image.src = `${address}/picture.png`
    await failed
    script.remove()
    return violated
  }, decoy.url)
  expect(directives).toContain('img-src')
  expect(await window.evaluate(() => (globalThis as Page).__pwned)).toBeUndefined()
  const policy = await app.evaluate(
    async ({ net }, url) => (await net.fetch(url)).headers.get('content-security-policy'),
    window.url()
  )
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src[^;]*(?:unsafe|https?:|\*)/)
  forgetProblems(parley(), /Content Security Policy|TrustedScript/)
})

test('stops the window from navigating and from opening anything', async () => {
  const { app, window } = parley()
  const address = window.url()
  await window.evaluate((url) => {
    globalThis.location.href = url
  }, decoy.url)
  const isOpened = await window.evaluate((url) => globalThis.open(url) !== null, decoy.url)
  expect(isOpened).toBe(false)
  expect(window.url()).toBe(address)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  forgetProblems(parley(), /navigat|blocked|ERR_/i)
})

test('denies permissions of the browser', async () => {
  const { window } = parley()
  const outcome = await window.evaluate(async () => {
    const media = await navigator.mediaDevices?.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error: Error) => error.name
    )
    const place = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        (error) => resolve(error.code)
      )
    )
    return { media, place, notices: await Notification.requestPermission() }
  })
  expect(outcome).toEqual({ media: expect.stringMatching(/^Not/), place: 1, notices: 'denied' })
})

test('rejects unknown calls of the bridge', async () => {
  const { window } = parley()
  const ask = (name: string, input: unknown) =>
    window.evaluate(
      async ([call, value]) => {
        const bridge = (
          globalThis as unknown as { bridge: { call(name: unknown, input: unknown): Promise<unknown> } }
        ).bridge
        return bridge.call(call, value)
      },
      [name, input] as const
    )
  for (const name of ['app.quit', 'constructor', '__proto__', 'toString', '']) {
    expect(await ask(name, {}), name).toMatchObject({ ok: false, error: { code: 'BRIDGE_UNKNOWN_CALL' } })
  }
  const invalid = { ok: false, error: { code: 'BRIDGE_INVALID_INPUT' } }
  expect(await ask('app.snapshot', { extra: 1 })).toMatchObject(invalid)
  expect(await ask('conversation.send', { conversationId: 7, text: 'x', toolRequest: null })).toMatchObject(
    invalid
  )
  // Before the address is checked: there was no press by the user.
  expect(await ask('link.open', { url: 'file:///etc/passwd' })).toMatchObject({
    ok: false,
    error: { code: 'BRIDGE_NO_PERSON' }
  })
})
