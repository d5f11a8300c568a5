/** A compromised page has no exit but the bridge: no name lookup, no early connection, no WebRTC. */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Parley } from './launch'
import { expect, forgetProblems, sharedTest as test } from './test'

/** Counts everything that arrives, over UDP and TCP. */
async function listen() {
  const heard: string[] = []
  const udp = createSocket('udp4').on('message', () => heard.push('a datagram'))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  const tcp = createServer((socket) => {
    heard.push('a connection')
    socket.destroy()
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    ports: { udpPort: udp.address().port, tcpPort: (tcp.address() as AddressInfo).port },
    close: () => {
      udp.close()
      tcp.close()
    }
  }
}

test('SEC-11-11 lets a compromised page reach nothing but the bridge', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: {} })
  const parley = await start()
  await test.step('SEC-11-11 finds no address and reaches no server by WebRTC', () => findNoAddress(parley))
  await test.step('SEC-11-11 looks nothing up, connects nowhere ahead, and sends no request', () =>
    sendNothing(parley))
  await test.step('SEC-11-11 fetches no dictionary, even where Chromium has to check the spelling', () =>
    fetchNoDictionary(parley))
})

async function findNoAddress({ window }: Parley): Promise<void> {
  const outside = await listen()
  try {
    const candidates = await window.evaluate(async ({ udpPort, tcpPort }) => {
      const found: string[] = []
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udpPort}` },
          { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, username: 'a', credential: 'b' },
          { urls: 'stun:conversation-in-a-name.example:3478' }
        ]
      })
      connection.createDataChannel('out')
      const gathered = new Promise<void>((resolve) => {
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve()
          else if (candidate.candidate !== '') found.push(candidate.candidate)
        })
      })
      await connection.setLocalDescription(await connection.createOffer())
      await gathered
      connection.close()
      return found
    }, outside.ports)
    expect(candidates).toEqual([])
    expect(outside.heard).toEqual([])
  } finally {
    outside.close()
  }
}

async function sendNothing(parley: Parley): Promise<void> {
  const { app, window } = parley
  const outside = await listen()
  try {
    const address = `http://127.0.0.1:${outside.ports.tcpPort}`
    await window.evaluate(async (url) => {
      for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'prerender']) {
        const link = document.createElement('link')
        link.rel = rel
        link.href = url
        document.head.append(link)
      }
      await fetch(url).catch(() => {})
      navigator.sendBeacon(url, 'x')
    }, address)
    // Chromium's own network, without the page's policy: a bypass of the policy would end here too.
    const outcome = await app.evaluate(
      async ({ net }, urls) =>
        await Promise.all(
          urls.map((url) =>
            net.fetch(url).then(
              () => 'reached',
              (error: Error) => error.message
            )
          )
        ),
      [address, 'http://localhost:8080/', 'http://conversation-in-a-name.example/']
    )
    for (const each of outcome) expect(each).toMatch(/ERR_(?:PROXY|NAME|TUNNEL|FAILED)/)
    expect(outside.heard).toEqual([])
  } finally {
    outside.close()
  }
  forgetProblems(parley, /Content Security Policy|ERR_|beacon|prefetch|preload/i)
}

async function fetchNoDictionary({ app }: Parley): Promise<void> {
  const outside = await listen()
  try {
    const ended = await app.evaluate(async ({ session }, port) => {
      const { defaultSession } = session
      const failed = new Promise((resolve) =>
        defaultSession.once('spellcheck-dictionary-download-failure', (_event, language) => resolve(language))
      )
      defaultSession.setSpellCheckerDictionaryDownloadURL(`http://127.0.0.1:${port}/`)
      defaultSession.setSpellCheckerEnabled(true)
      defaultSession.setSpellCheckerLanguages(['de'])
      const language = await failed
      defaultSession.setSpellCheckerEnabled(false)
      return language
    }, outside.ports.tcpPort)
    expect(ended).toMatch(/^de/u)
    expect(outside.heard).toEqual([])
  } finally {
    outside.close()
  }
}
