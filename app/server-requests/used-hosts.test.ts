import { describe, expect, it } from 'vitest'
import type { ServerConnection } from '../contract/consent/network-access'
import { UsedHosts } from './used-hosts'

const connection = (changes: Partial<ServerConnection> = {}): ServerConnection => ({
  host: 'tea.example',
  port: 443,
  outcome: 'ended',
  reason: null,
  count: 1,
  bytesUp: 10,
  bytesDown: 20,
  at: 1_000,
  ...changes
})

describe('what is known about a requested host', () => {
  it('includes what the server did there before, on any port, since when, and across restarts', () => {
    const before = new UsedHosts()
    before.add('notes', connection())
    before.add('notes', connection({ port: 8443, outcome: 'refused', at: 2_000 }))
    const places = new UsedHosts()
    places.add('notes', connection({ count: 2, at: 3_000 }))
    places.restore(before.all())
    expect(places.find('notes', 'tea.example')).toMatchObject({
      ended: 3,
      refused: 1,
      bytesUp: 30,
      firstAt: 1_000,
      lastAt: 3_000
    })
    expect(places.find('notes', 'other.example')).toBeNull()
    expect(places.find('mail', 'tea.example')).toBeNull()
  })

  it('includes the servers that connected to it, but not those that were denied', () => {
    const places = new UsedHosts()
    places.add('notes', connection())
    places.add('mail', connection({ outcome: 'refused' }))
    expect(places.serversAt('tea.example')).toEqual(['notes'])
  })
})
