/**
 * Requests by one library in one process: `node run-clients.mjs GROUP HTTP HTTPS` asks both addresses in each way that the
 * library has, one after the other, and writes a JSON line for each: the way, and the answer. Runs in Node 18 and later.
 */
import { createRequire } from 'node:module'
import { get } from 'node:https'
import net from 'node:net'
import tls from 'node:tls'

const require = createRequire(import.meta.url)
const [group, plainAddress, secureAddress] = process.argv.slice(2)
const addresses = [plainAddress, secureAddress]
const proxy = process.env.HTTPS_PROXY
const trusting = { rejectUnauthorized: false }
const connect = { connect: trusting }
const limitMs = 1_000

const textOf = (response) => response.text()
const bodyOf = ({ body }) => body.text()
const portOf = (address) => Number(new URL(address).port)

/** Dispatcher classes that some versions of undici lack are left out. */
function makersOf(undici) {
  const agent = () => new undici.Agent(connect)
  const all = {
    Agent: agent,
    Client: (origin) => new undici.Client(origin, connect),
    Pool: (origin) => new undici.Pool(origin, connect),
    BalancedPool: (origin) => new undici.BalancedPool(origin, connect),
    ProxyAgent: () => new undici.ProxyAgent({ uri: proxy, requestTls: trusting }),
    EnvHttpProxyAgent: () => new undici.EnvHttpProxyAgent({ requestTls: trusting }),
    RetryAgent: () => new undici.RetryAgent(agent()),
    'composed Agent': () => agent().compose(undici.interceptors.retry())
  }
  const needed = (name) => (name === 'composed Agent' ? 'interceptors' : name)
  return Object.entries(all).filter(([name]) => undici[needed(name)] !== undefined)
}

async function* dispatchers(undici) {
  for (const [name, make] of makersOf(undici)) {
    for (const address of addresses) {
      const { origin, protocol } = new URL(address)
      undici.setGlobalDispatcher(make(origin))
      yield [`fetch with a global ${name}, ${protocol}`, () => fetch(address).then(textOf)]
      yield [`request with a global ${name}, ${protocol}`, () => undici.request(address).then(bodyOf)]
      const dispatcher = make(origin)
      yield [`fetch through a ${name}, ${protocol}`, () => undici.fetch(address, { dispatcher }).then(textOf)]
    }
  }
  const mock = new undici.MockAgent()
  mock.disableNetConnect()
  mock.get(new URL(plainAddress).origin).intercept({ path: '/', method: 'GET' }).reply(200, 'hello')
  undici.setGlobalDispatcher(mock)
  yield ['request with a MockAgent', () => undici.request(plainAddress).then(bodyOf)]
}

async function* builtIn() {
  for (const address of addresses) yield [`fetch, ${address}`, () => fetch(address).then(textOf)]
  yield ['https.get, imported by name', () => getText(secureAddress)]
  yield ['a socket that writes early', () => byHand(net.connect(portOf(plainAddress), 'box.test'))]
  yield ['tls.connect', () => byHand(tls.connect(portOf(secureAddress), 'box.test', trusting))]
  yield ['tls.connect over a socket that is still connecting', () => overSocket(portOf(secureAddress))]
  // What Node itself does with a frozen prototype, it has done by now.
  void [process.stdout, process.stderr]
  Object.freeze(net.Socket.prototype)
  Object.freeze(net)
  Object.freeze(tls)
  for (const address of addresses) yield [`fetch, frozen, ${address}`, () => fetch(address).then(textOf)]
}

async function* clients() {
  const { default: axios } = require('axios')
  const { HttpsProxyAgent } = require('https-proxy-agent')
  const httpsAgent = new HttpsProxyAgent(proxy)
  const dataOf = ({ data }) => data
  for (const address of addresses) {
    yield [`axios, ${address}`, () => axios.get(address).then(dataOf)]
    yield [`axios without a proxy, ${address}`, () => axios.get(address, { proxy: false }).then(dataOf)]
    yield [`got, ${address}`, () => require('got')(address).then(({ body }) => body)]
    yield [`node-fetch, ${address}`, () => require('node-fetch')(address).then(textOf)]
    yield [`ws, ${address}`, () => upgrade(address.replace('http', 'ws'))]
  }
  yield ['https-proxy-agent', () => axios.get(secureAddress, { proxy: false, httpsAgent }).then(dataOf)]
  process.env.GLOBAL_AGENT_HTTP_PROXY = proxy
  require('global-agent').bootstrap()
  yield ['global-agent', () => getText(secureAddress)]
}

/** Requests whose limits pass while the proxy waits. `passed` tells that they have. */
async function* limits() {
  const ways = ['undici-5', 'undici-6'].map((name) => {
    const undici = require(name)
    const dispatcher = new undici.Agent({ connect: { ...trusting, timeout: limitMs } })
    return [`a limit of ${name}`, undici.request(secureAddress, { dispatcher }).then(bodyOf)]
  })
  ways.push(['a limit of https.get', getText(secureAddress, { timeout: limitMs })])
  setTimeout(() => process.stdout.write('["passed","hello"]\n'), 2.5 * limitMs)
  for (const [name, answer] of ways) yield [name, () => answer]
}

function getText(address, options = {}) {
  return new Promise((resolve, reject) => {
    const request = get(address, options, reading(resolve)).on('error', reject)
    request.on('timeout', () => request.destroy(new Error('timed out')))
  })
}

function byHand(socket) {
  socket.write('GET / HTTP/1.0\r\n\r\n')
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', reject)
    socket.on('close', () => resolve(text.split('\r\n\r\n')[1]))
  })
}

function overSocket(port) {
  const socket = net.connect(port, 'box.test')
  return byHand(tls.connect({ ...trusting, socket, servername: 'box.test' }))
}

/** The host answers as to any request, which is no web socket. */
function upgrade(address) {
  const WebSocket = require('ws')
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.on('unexpected-response', (_request, response) => reading(resolve)(response)).on('error', reject)
  })
}

function reading(resolve) {
  return (response) => {
    let text = ''
    response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
  }
}

const groups = { 'built in': builtIn, clients, limits }
const ways = groups[group]?.() ?? dispatchers(require(group))
for await (const [name, ask] of ways) {
  const answer = await ask().catch((error) => `${error.message}: ${error.cause?.message}`)
  process.stdout.write(`${JSON.stringify([name, answer])}\n`)
}
process.exit()
