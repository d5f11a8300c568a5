import { expect, it } from 'vitest'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { ServerAct } from '../../contract/server-act'
import { readHostRule } from '../../net/hostname-rules'
import { proposeHosts } from './known-hosts'

const sandbox: SandboxChoices = { read: [], write: [], hosts: [] }

function proposed(line: string, containment: SandboxChoices | undefined = sandbox): readonly string[] {
  const [command = '', ...args] = line.split(' ')
  const act: ServerAct = {
    transport: 'stdio',
    command,
    args,
    cwd: null,
    url: null,
    headerNames: [],
    environmentNames: [],
    ...(containment !== undefined && { containment })
  }
  return proposeHosts(act)
}

const supabase = ['api.supabase.com', 'supabase.com']

it.each([
  ['npx -y @supabase/mcp-server-supabase', supabase],
  ['npx -y @supabase/mcp-server-supabase@latest --read-only', supabase],
  ['/usr/bin/npx @supabase/mcp-server-supabase@0.13.0', supabase],
  ['npx -y firecrawl-mcp', ['api.firecrawl.dev']],
  ['uvx duckduckgo-mcp-server==1.0', ['html.duckduckgo.com']]
])('proposes for %s', (line, hosts) => {
  expect(proposed(line)).toEqual(hosts)
})

it.each([
  'npx -y @example/mcp-server-supabase',
  'npx -y @supabase/mcp-server-supabase-x',
  'npx -y constructor',
  'node supabase.js',
  'uvx mcp-server-fetch',
  'npx'
])('proposes nothing for %s', (line) => {
  expect(proposed(line)).toEqual([])
})

it('leaves out hosts that the entry lists already', () => {
  expect(proposed('npx @supabase/mcp-server-supabase', { ...sandbox, hosts: ['supabase.com'] })).toEqual([
    'api.supabase.com'
  ])
})

it('proposes nothing for a server without a sandbox', () => {
  const act = { command: 'npx', args: ['firecrawl-mcp'] } as unknown as ServerAct
  expect(proposeHosts(act)).toEqual([])
})

it('proposes only valid host rules', () => {
  for (const host of proposed('npx @stripe/mcp')) expect(readHostRule(host)).not.toBeNull()
})
