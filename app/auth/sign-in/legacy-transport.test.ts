/** The transport of the first revision had no sign-in; servers that require one get the same rules. */
import { afterEach, expect, it, vi } from 'vitest'
import { accountReason, openSignInHost } from '../../testing/sign-in/signed-in-host'
import type { SignInHost } from '../../testing/sign-in/signed-in-host'
import { createAuthMetadata, startSmallServer } from '../../testing/sign-in/small-server'
import type { SmallServer, SmallServerParts } from '../../testing/sign-in/small-server'
import { soon } from '../../testing/soon'

const open: { close(): unknown }[] = []

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function openOld(parts: SmallServerParts): Promise<{ server: SmallServer; self: SignInHost }> {
  const server = await startSmallServer(parts)
  open.push(server)
  const self = await openSignInHost({ work: { type: 'sse', url: server.url } })
  open.push(self)
  return { server, self }
}

it('AUTH-04: signs in to the old transport by the same rules: a question, a proof key, the token in the header', async () => {
  const addresses: string[] = []
  const { server, self } = await openOld({
    answer: (request) => {
      addresses.push(request.url ?? '')
      return false
    }
  })
  await self.asked()
  expect(self.host.openedLinks).toEqual([])
  const link = new URL(await self.agree())
  expect(link.searchParams.get('code_challenge_method')).toBe('S256')
  expect(link.searchParams.get('resource')).toBe(server.url)
  await fetch(link)
  await vi.waitFor(() => expect(server.asked).toContain('/mcp token-1'), soon)
  expect(addresses.filter((address) => address.includes('token-1'))).toEqual([])
})

it("AUTH-04: doesn't sign in over it when the proof key is not checked", async () => {
  const { server, self } = await openOld({
    documents: (origin) => ({
      '/.well-known/oauth-authorization-server': {
        ...createAuthMetadata(origin),
        code_challenge_methods_supported: undefined
      }
    })
  })
  await vi.waitFor(() => expect(accountReason(self)).toContain('PKCE'), soon)
  expect(self.host.question()).toBeNull()
  expect(server.asked.filter((asked) => asked.startsWith('/token') || asked.startsWith('/register'))).toEqual(
    []
  )
})
