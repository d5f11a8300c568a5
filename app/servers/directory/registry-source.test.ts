import { expect, it } from 'vitest'
import { openRegistry } from '../../testing/servers/directory-registry'
import { createRegistrySource } from './registry-source'

it('SYS-67: gives up in time on a registry that answers very slowly', async () => {
  const registry = await openRegistry(10, (_request, response) => {
    response.writeHead(200)
    response.write('{"servers":')
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
    return true
  })
  const source = createRegistrySource({
    address: registry.address,
    admit: async () => {},
    limits: { bytes: 10_000, milliseconds: 300 }
  })
  await expect(source.list({ search: '', cursor: null })).rejects.toThrow("didn't respond in time")
  await registry.close()
})

it('SYS-67: encodes untrusted names and cursors in its URL', async () => {
  const registry = await openRegistry(10)
  const source = createRegistrySource({ address: `${registry.address}/`, admit: async () => {} })
  await source.versions('com.example/../../x-1')
  await source.list({ search: 'a&limit=9', cursor: '1&b=c' })
  expect(registry.urls).toEqual([
    '/v0.1/servers/com.example%2F..%2F..%2Fx-1/versions',
    '/v0.1/servers?limit=100&version=latest&search=a%26limit%3D9&cursor=1%26b%3Dc'
  ])
  await registry.close()
})
