// A server that is a sign-in proxy, on a library made for that: it registers any client, shows its own consent page,
// and is one shared client of a third-party service for all of them. Its tool asks that service who is signed in. The
// first argument is JSON: `issuer` of the third party, `clientId` and `clientSecret` there. Prints one line, `{ "url"
// }`.

import net from 'node:net'
import { FastMCP, getAuthSession, OAuthProvider } from 'fastmcp'

const { issuer, clientId, clientSecret } = JSON.parse(process.argv[2])
process.stdin.on('end', () => process.exit(0)).resume()

const port = await new Promise((resolve) => {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address()
    server.close(() => resolve(free))
  })
})
const baseUrl = `http://127.0.0.1:${port}`
const silent = { debug: () => {}, error: () => {}, info: () => {}, log: () => {}, warn: () => {} }
const server = new FastMCP({
  name: 'proxy',
  version: '1.0.0',
  logger: silent,
  auth: new OAuthProvider({
    baseUrl,
    clientId,
    clientSecret,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    scopes: ['openid', 'email']
  })
})
server.addTool({
  name: 'whoami',
  description: 'Says who is signed in at the third place.',
  execute: async (_input, { session }) => {
    const { accessToken } = getAuthSession(session)
    const answer = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${accessToken}` } })
    return `It says: ${await answer.text()}`
  }
})
await server.start({ transportType: 'httpStream', httpStream: { port, host: '127.0.0.1', endpoint: '/mcp' } })
process.stdout.write(`${JSON.stringify({ url: `${baseUrl}/mcp` })}\n`)
