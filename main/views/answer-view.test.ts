import { describe, expect, it } from 'vitest'
import { longestViewMessage } from '../../app/views/interface'
import { ViewAnswers, type ViewAnswersOptions } from './answer-view'
import { secretHeader } from './proxy-page'
import { createViewAddresses } from './view-address'

const page: Awaited<ViewAnswersOptions['page']> = {
  html: '<p>Hello</p>',
  permissions: ['camera', 'clipboardWrite'],
  policy: (proxy) => `default-src 'none'; frame-ancestors ${proxy}`
}

function openAnswers(given: ViewAnswersOptions['page'] = Promise.resolve(page)) {
  const heard: string[] = []
  let isTooLarge = false
  let last = 0
  const addresses = createViewAddresses(() => String((last += 1)))
  const answers = new ViewAnswers({
    addresses,
    secret: 's3cret',
    page: given,
    onMessage: (text) => heard.push(text),
    onTooLarge: () => (isTooLarge = true)
  })
  const get = (url: string, headers = {}) => answers.answer(new Request(url, { headers }))
  const post = (body: string, headers: Record<string, string> = { [secretHeader]: 's3cret' }) =>
    answers.answer(new Request(`${addresses.proxy}/messages`, { method: 'POST', headers, body }))
  return { answers, addresses, heard, get, post, isTooLarge: () => isTooLarge }
}

describe('the pages of a view', () => {
  it('open the view only with what the user allows it', async () => {
    let allow: (given: typeof page) => void = () => {}
    const { answers, addresses, get } = openAnswers(new Promise((resolve) => (allow = resolve)))
    const heard: string[] = []
    expect((await get(`${addresses.proxy}/`)).status).toBe(200)
    const stream = await get(`${addresses.proxy}/messages`, { [secretHeader]: 's3cret' })
    const lines = stream.text().then((text) => heard.push(text))
    const view = get(`${addresses.view}/`).then(({ status }) => heard.push(String(status)))
    await Promise.resolve()
    expect(heard).toEqual([])
    allow(page)
    await view
    answers.end()
    await lines
    expect(heard).toEqual(['200', '{"allow":"camera; clipboard-write"}\n'])
  })

  it('security/sandbox-resource-ready security/sandbox-csp-enforced security/sandbox-permissions security/iframe-sandboxed: are served once each, the view in a sandboxed frame, with their policies', async () => {
    const { addresses, get } = openAnswers()
    const proxy = await get(`${addresses.proxy}/`)
    expect(proxy.headers.get('content-security-policy')).toContain(`frame-src ${addresses.view}`)
    const proxyPage = await proxy.text()
    expect(proxyPage).toContain("frame.sandbox = 'allow-scripts allow-same-origin allow-forms'")
    const view = await get(`${addresses.view}/`)
    expect(await view.text()).toBe('<p>Hello</p>')
    expect(Object.fromEntries(view.headers)).toMatchObject({
      'content-security-policy': `default-src 'none'; frame-ancestors ${addresses.proxy}`,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff'
    })
    for (const address of [addresses.proxy, addresses.view])
      expect((await get(`${address}/`)).status).toBe(403)
  })

  it('security/sandbox-no-self-requests: have no message of the host around the view', async () => {
    const { addresses, get } = openAnswers()
    // Each message of the protocol has this field, and the page forwards what others wrote.
    expect(await (await get(`${addresses.proxy}/`)).text()).not.toContain('jsonrpc')
  })

  it.each(['/other', '/?secret=4711x/', '/messages', '//'])('have no address %s', async (path) => {
    const { addresses, get } = openAnswers()
    const url = path === '/?secret=4711x/' ? `${addresses.view}/a${path}` : addresses.view + path
    expect((await get(url)).status).toBe(403)
  })

  it('are answered for no other host', async () => {
    const { get } = openAnswers()
    for (const url of [
      'parley-view://view-9/',
      'parley-view://parley/',
      'https://view-2/',
      'app://parley/index.html'
    ])
      expect((await get(url)).status).toBe(403)
  })
})

describe('the messages of a view', () => {
  it('arrive in order, and only with the secret of its own page', async () => {
    const { heard, post } = openAnswers()
    expect((await post('{"a":1}\n{"a":2}')).status).toBe(204)
    expect((await post('{"a":3}', {})).status).toBe(403)
    expect((await post('{"a":4}', { [secretHeader]: 'guessed' })).status).toBe(403)
    expect(heard).toEqual(['{"a":1}', '{"a":2}'])
  })

  it('reach the view over one stream, which ends with it', async () => {
    const { answers, addresses, get } = openAnswers()
    answers.send({ early: true })
    const secret = { [secretHeader]: 's3cret' }
    const stream = await get(`${addresses.proxy}/messages`, secret)
    expect((await get(`${addresses.proxy}/messages`, secret)).status).toBe(403)
    answers.send({ method: 'a' })
    answers.send({ text: 'line\nbreak' })
    answers.end()
    answers.send({ late: true })
    expect(await stream.text()).toBe(
      '{"allow":"camera; clipboard-write"}\n{"method":"a"}\n{"text":"line\\nbreak"}\n'
    )
  })

  it('end it when many small ones in one request are too large together', async () => {
    const { heard, post, isTooLarge } = openAnswers()
    const line = 'x'.repeat(longestViewMessage / 2)
    await post(Array.from({ length: 9 }, () => line).join('\n'))
    expect([heard.length, isTooLarge()]).toEqual([0, true])
  })

  it('end it when one is too large', async () => {
    const { heard, post, isTooLarge } = openAnswers()
    await post('x'.repeat(longestViewMessage))
    expect([heard.length, isTooLarge()]).toEqual([1, false])
    expect((await post('x'.repeat(longestViewMessage + 1))).status).toBe(403)
    expect([heard.length, isTooLarge()]).toEqual([1, true])
  })
})
