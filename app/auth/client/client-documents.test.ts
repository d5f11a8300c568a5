/** A client metadata document at an https address: servers that accept it as id, and servers that don't. */
import { readFile } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { visit } from '../../testing/sign-in/browser'
import { openSignInHost, isReachable, readResultText } from '../../testing/sign-in/signed-in-host'
import { startSignInServer } from '../../testing/sign-in/sign-in-server'
import { startSmallServer } from '../../testing/sign-in/small-server'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

const clientMetadataUrl = 'https://clients.example/parley.json'

/** The document that docs/settings.md asks users to publish, at this address. */
async function readPublished(): Promise<Record<string, unknown>> {
  const text = await readFile(new URL('../../../docs/client-metadata.json', import.meta.url), 'utf8')
  return { ...(JSON.parse(text) as object), client_id: clientMetadataUrl }
}

async function open(url: string) {
  const self = await openSignInHost({ work: { url, oauth: { clientMetadataUrl } } })
  opened.push(self)
  return self
}

it("AUTH-28: uses the document's address as id if the server accepts it: nothing is registered, and the document matches", async () => {
  const published = await readPublished()
  const server = await startSignInServer({ clientDocuments: { [clientMetadataUrl]: published } })
  opened.push(server)
  const self = await open(server.url)
  const link = new URL(await self.agree())
  expect(link.searchParams.get('client_id')).toBe(clientMetadataUrl)
  expect((await visit(link.href)).text).toContain('return to Parley')
  await isReachable(self, 'connected')
  expect(self.account()).toMatchObject({ state: 'signed-in', clientId: clientMetadataUrl })
  // The renewal uses the same client too.
  await server.expire()
  expect(readResultText(await self.call('whoami'))).toBe('whoami for ann')
  const asked = await server.log()
  expect(asked.map(({ url }) => url)).toContain(clientMetadataUrl)
  expect(asked.map(({ granted }) => granted)).toContain('refresh_token')
  expect(asked.filter(({ url }) => url === '/reg')).toEqual([])
}, 300_000)

it("AUTH-23 AUTH-28: registers with the data of the document if the server doesn't accept one", async () => {
  const { client_id: _address, ...published } = await readPublished()
  const server = await startSmallServer()
  opened.push(server)
  const self = await open(server.url)
  const link = new URL(await self.agree())
  expect(link.searchParams.get('client_id')).toBe('client')
  const [, body = '{}'] = /^\/register (.*)$/m.exec(server.asked.join('\n')) ?? []
  const { redirect_uris, ...registered } = JSON.parse(body) as Record<string, unknown>
  const [redirect] = redirect_uris as string[]
  expect(redirect).toBe(link.searchParams.get('redirect_uri'))
  // A loopback address matches with any port.
  expect({ ...registered, redirect_uris: [redirect?.replace(/:\d+/, '')] }).toMatchObject(published)
  expect(server.asked.join()).not.toContain('clients.example')
  await visit(link.href)
  await isReachable(self, 'connected')
})
