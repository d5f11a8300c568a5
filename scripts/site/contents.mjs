// The sidebar of the site: every page of the documents, in reading order.

import { readdirSync } from 'node:fs'
import { inProject } from '../process/paths.mjs'

const page = (text, link) => ({ text, link })

export const contents = [
  {
    text: 'Start',
    items: [
      page('Parley', '/'),
      page('Your first server', '/guides/first-server'),
      page('Features', '/features'),
      page('Guides', '/guides/')
    ]
  },
  {
    text: 'Use',
    items: [
      page('Models', '/guides/models'),
      page('Servers on the network', '/guides/remote-servers'),
      page('Approvals', '/guides/approvals'),
      page('Permissions', '/permissions'),
      page('Sandbox', '/guides/sandbox'),
      page('Sampling', '/sampling'),
      page('Data sharing', '/data-flow'),
      page('Activity log', '/ledger'),
      page('When something fails', '/guides/when-something-fails'),
      page('Windows and macOS', '/platforms')
    ]
  },
  {
    text: 'Reference',
    items: [
      page('Settings', '/settings'),
      page('Command line', '/command-line'),
      page('Managed policy', '/managed-policy'),
      page('Limits', '/limits'),
      page('Clicks and keys', '/clicks'),
      page('Tools for server authors', '/server-tools'),
      page('Changelog', '/changelog')
    ]
  },
  {
    text: 'Write servers',
    items: [
      page('Your server in Parley', '/guides/your-server'),
      page('Debugging servers', '/guides/debugging-servers'),
      page('Testing servers', '/guides/testing-servers'),
      page('What Parley reads tolerantly', '/tolerance')
    ]
  },
  {
    text: 'How good is it?',
    items: [
      page('Security and attacks', '/security'),
      page('Report a vulnerability', '/vulnerabilities'),
      page('Protocol support', '/protocol'),
      page('Conformance', '/conformance'),
      page('Compatibility', '/compatibility'),
      page('Model services', '/services'),
      page('Known problems of MCP apps', '/complaints'),
      page('Reliability', '/reliability'),
      page('Performance', '/performance')
    ]
  },
  {
    text: 'Contribute',
    collapsed: true,
    items: [
      page('Contributing', '/contributing'),
      page('Architecture', '/architecture'),
      page('Calls and events', '/reference'),
      page('Transports', '/transports'),
      page('Testing', '/testing'),
      page('Screens', '/screens'),
      page('Dependencies', '/dependencies'),
      page('Electron versions', '/electron'),
      page('Releasing', '/releasing'),
      page('Roadmap', '/roadmap')
    ]
  },
  {
    text: 'Decisions',
    collapsed: true,
    items: [
      page('How decisions are recorded', '/decisions/'),
      ...readdirSync(inProject('docs/decisions'))
        .filter((file) => /^\d/u.test(file))
        .sort()
        .map((file) => page(titleOf(file), `/decisions/${file.replace(/\.md$/u, '')}`))
    ]
  }
]

/** `0002-mcp-clients-in-a-utility-process.md` → `0002 Mcp clients in a utility process`. */
function titleOf(file) {
  const [number, ...words] = file.replace(/\.md$/u, '').split('-')
  const text = words.join(' ').replaceAll('mcp', 'MCP').replaceAll('sqlite', 'SQLite')
  return `${number} ${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
