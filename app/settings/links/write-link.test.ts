import { expect, it } from 'vitest'
import { findSecrets } from '../../base/secret-forms'
import { readServerLink } from './read-link'
import { writeServerLink } from './write-link'

const write = (entry: unknown, name = 'notes') =>
  writeServerLink({ name, json: JSON.stringify(entry) }, { home: '/home/ada', findSecrets })
/** As another user reads it. */
const sent = (entry: unknown, name = 'notes') => readServerLink(write(entry, name), '/home/bob')

it('gives another user how the server runs, asks for each secret, and uses their own home folder', () => {
  const entry = {
    command: 'npx',
    args: ['-y', 'notes-server', '/home/ada/notes', '--key', 'k-12345', '/home/adam'],
    cwd: '/home/ada',
    sandbox: { read: ['/'] },
    containment: { read: ['/'] },
    timeoutMs: 5,
    autoStart: true,
    env: { TOKEN: '${secret:notes-token}', API_KEY: 'k-123456', MODE: 'fast', TEAM: '${env:TEAM}' }
  }
  expect(sent(entry)).toMatchObject({
    name: 'notes',
    entry: {
      command: 'npx',
      args: ['-y', 'notes-server', '/home/bob/notes', '--key', '${input:key}', '/home/adam'],
      env: { TOKEN: '${input:token}', API_KEY: '${input:api_key}', MODE: 'fast', TEAM: '${input:TEAM}' }
    },
    leftOut: []
  })
  for (const own of ['ada/', 'k-12345', 'containment', 'sandbox', 'cwd'])
    expect(decodeURIComponent(write(entry))).not.toContain(own)
})

it('includes the headers of an address, and any character in a name', () => {
  const headers = { Authorization: 'Bearer ${secret:a & b-authorization}', 'X-Team': 'a+b' }
  expect(sent({ url: 'https://example.com/mcp?x=1&api_key=k-123456', headers }, 'a & b')).toMatchObject({
    name: 'a & b',
    entry: {
      url: 'https://example.com/mcp?x=1&api_key=${input:api_key}',
      headers: { Authorization: 'Bearer ${input:authorization}', 'X-Team': 'a+b' }
    }
  })
})

it("refuses what a link can't express, with the reason", () => {
  for (const entry of [{}, { command: 'x', args: ['a'.repeat(9_000)] }, 'text'])
    expect(() => write(entry)).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }))
})
