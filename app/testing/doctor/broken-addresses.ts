/** Servers at addresses that don't work: the step where the check must end, the offered fixes, and how to fix each. */
import { say } from '../../texts/render-localized'
import { editRemedy, openLogRemedy, retryRemedy, type BrokenProgram } from './broken-programs'
import { working } from './broken-small-server'
import { vaultKey, type BrokenServerHost } from './broken-server-host'

const worksAt = (brokenHost: BrokenServerHost) => {
  brokenHost.works()
  return { url: brokenHost.at() }
}

export const brokenAddresses: readonly BrokenProgram[] = [
  {
    name: 'an address without encryption',
    entry: () => ({ url: 'http://mcp.example.com/mcp' }),
    step: 'address',
    why: /wouldn't be encrypted/,
    advice: say('doctor.mendAddress'),
    fixes: [editRemedy],
    corrected: worksAt
  },
  {
    name: 'a name that nobody knows',
    entry: () => ({ url: 'https://no-such-host.invalid/mcp' }),
    step: 'name',
    why: /no-such-host\.invalid \((?:ENOTFOUND|EAI_AGAIN)\)/,
    advice: say('doctor.mendName'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a port that nothing listens at',
    entry: async (brokenHost) => ({ url: await brokenHost.down() }),
    step: 'tcp',
    why: /127\.0\.0\.1, port \d+ \(ECONNREFUSED\)/,
    advice: say('doctor.mendPort'),
    fixes: [retryRemedy, editRemedy],
    repaired: (brokenHost) => brokenHost.comesUp()
  },
  {
    name: 'a host that speaks no TLS',
    entry: (brokenHost) => ({ url: brokenHost.at().replace('http:', 'https:') }),
    step: 'tls',
    why: /127\.0\.0\.1.*\((?:ERR_SSL_\w+|EPROTO|ECONNRESET)\)/,
    advice: say('doctor.mendTls'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a certificate that nobody vouches for',
    entry: async (brokenHost) => ({ url: await brokenHost.encrypted() }),
    step: 'tls',
    why: /127\.0\.0\.1.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    saw: /self-signed certificate/,
    advice: say('doctor.mendTls'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a server that takes the request and never answers',
    entry: (brokenHost) => {
      brokenHost.answers(() => {})
      return { url: brokenHost.at(), connectTimeoutMs: 1_500 }
    },
    step: 'http',
    why: /didn't answer within 1\.5 s/,
    advice: say('doctor.mendSilentHttp'),
    fixes: [{ type: 'raise-limit', limit: 'connectTimeoutMs', toMs: 6_000 }, retryRemedy, editRemedy],
    repaired: (brokenHost) => brokenHost.works()
  },
  {
    name: 'a server with trouble of its own',
    entry: (brokenHost) => {
      brokenHost.answersStatus(500, { 'content-type': 'application/problem+json' }, '{"detail":"disk full"}')
      return { url: brokenHost.at() }
    },
    step: 'http',
    why: /HTTP 500/,
    saw: /HTTP 500 · application\/problem\+json\n.*disk full/,
    advice: say('doctor.mendTrouble'),
    fixes: [retryRemedy, editRemedy],
    repaired: (brokenHost) => brokenHost.works()
  },
  {
    name: 'a path where nothing is served',
    entry: (brokenHost) => {
      brokenHost.answersStatus(404, { 'content-type': 'text/plain' }, 'Not here')
      return { url: brokenHost.at('/wrong') }
    },
    step: 'http',
    why: /HTTP 404/,
    saw: /Not here/,
    advice: say('doctor.mendStatus'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a page of a network that wants a sign-in',
    entry: (brokenHost) => {
      brokenHost.answersStatus(
        200,
        { 'content-type': 'text/html' },
        '<h1>Hotel Wi-Fi</h1><script>alert(1)</script>'
      )
      return { url: brokenHost.at('/') }
    },
    step: 'http',
    why: /web page responds \(text\/html, HTTP 200\)/,
    saw: /<h1>Hotel Wi-Fi/,
    advice: say('doctor.mendPage'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'an address that sends on elsewhere',
    entry: (brokenHost) => {
      brokenHost.answersStatus(302, { location: 'https://elsewhere.example/mcp' })
      return { url: brokenHost.at('/') }
    },
    step: 'http',
    why: /HTTP 302/,
    saw: /→ https:\/\/elsewhere\.example\/mcp/,
    advice: say('doctor.mendStatus'),
    fixes: [editRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a server that refuses to begin',
    entry: (brokenHost) => {
      brokenHost.answersJson(() => ({ error: { code: -32_603, message: 'closed for today' } }))
      return { url: brokenHost.at('/old') }
    },
    step: 'discovery',
    why: /closed for today/,
    saw: /closed for today/,
    advice: say('doctor.mendDiscovery'),
    fixes: [editRemedy, openLogRemedy, retryRemedy],
    corrected: worksAt
  },
  {
    name: 'a remote server of a revision that nobody knows',
    entry: (brokenHost) => {
      const serverInfo = { name: 'x', version: '1' }
      const old = { result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo } }
      brokenHost.answersJson((asked) => (asked.method === 'initialize' ? old : working(asked)))
      return { url: brokenHost.at('/v0') }
    },
    step: 'revision',
    why: /1999-01-01/,
    advice: say('doctor.mendRevision'),
    fixes: [editRemedy],
    corrected: worksAt
  },
  {
    name: 'a server that wants a sign-in',
    entry: (brokenHost) => {
      brokenHost.works((request) => request.headers.authorization === `Bearer ${vaultKey}`)
      return { url: brokenHost.at() }
    },
    step: 'authorization',
    why: /requires a sign-in \(HTTP 401\)/,
    advice: say('doctor.mendAuthorization'),
    fixes: [{ type: 'sign-in' }, editRemedy],
    corrected: (brokenHost) => ({ url: brokenHost.at(), headers: { Authorization: 'Bearer ${secret:key}' } })
  },
  {
    name: 'a remote server that fails with its tools',
    entry: (brokenHost) => {
      const fails = { error: { code: -32_603, message: 'no database' } }
      brokenHost.answersJson((asked) => (asked.method === 'tools/list' ? fails : working(asked)))
      return { url: brokenHost.at() }
    },
    step: 'tools',
    why: /no database/,
    saw: /no database/,
    advice: say('doctor.mendTools'),
    fixes: [openLogRemedy, retryRemedy],
    repaired: (brokenHost) => brokenHost.works()
  }
]
