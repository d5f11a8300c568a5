/**
 * A server whose tools have views (MCP Apps): one that shows its call, two that attack on what is around it, one that looks
 * like a question of Parley, one that takes too much, one that never starts, and one that uses hosts and the location. The pages are in `views/` and use no library.
 * `--hosts=https://a.example,https://b.example`: what the last one declares.
 */
import fs from 'node:fs'
import { serve, textResult } from './line-server.mjs'

const pageType = 'text/html;profile=mcp-app'
const inputSchema = { type: 'object', properties: { city: { type: 'string' }, target: { type: 'string' } } }

const tool = (name, description, visibility) => ({
  name,
  description,
  inputSchema,
  _meta: { ui: { resourceUri: `ui://views/${name}.html`, ...(visibility && { visibility }) } }
})

const hosts = process.argv
  .find((each) => each.startsWith('--hosts='))
  ?.slice('--hosts='.length)
  .split(',')
const declared = {
  online: {
    csp: { connectDomains: hosts ?? [], resourceDomains: hosts ?? [], frameDomains: hosts ?? [] },
    permissions: { geolocation: {} }
  }
}

function read({ params: { uri } }) {
  if (uri === 'data://bytes')
    return { contents: [{ uri, mimeType: 'application/octet-stream', blob: 'AAEC' }] }
  const name = /^ui:\/\/views\/([a-z]+)\.html$/.exec(uri)?.[1]
  const text = fs.readFileSync(new URL(`views/${name}.html`, import.meta.url), 'utf8')
  return { contents: [{ uri, mimeType: pageType, text, _meta: { ui: declared[name] ?? {} } }] }
}

serve({
  name: 'views',
  tools: [
    tool('chart', 'Shows the temperatures of a city'),
    tool('hostile', 'Tries to leave its frame'),
    tool('exits', 'Tries to reach the network, the computer and other apps'),
    tool('lookalike', 'Looks like a question of Parley'),
    tool('greedy', 'Takes all that it can get'),
    tool('silent', 'Never starts'),
    { ...tool('slow', 'Never answers'), _meta: { ui: { resourceUri: 'ui://views/chart.html' } } },
    tool('requests', 'Has a button for each request to Parley'),
    tool('online', 'Uses hosts'),
    tool('model-only', 'Not for views', ['model'])
  ],
  call: {
    chart: ({ city }) =>
      textResult(`Temperatures in ${city}: 12, 18, 24`, {
        structuredContent: { temperatures: [12, 18, 24] }
      }),
    hostile: () => textResult('The secret of the call is 4711'),
    exits: () => textResult('No exit'),
    lookalike: () => textResult('Nothing to see'),
    greedy: () => textResult('Never enough'),
    requests: () => textResult('Nothing to see'),
    'model-only': () => textResult('Not for views'),
    silent: () => textResult('Nothing to see'),
    slow: () => new Promise(() => {}),
    online: () => textResult('The weather comes from its host')
  },
  on: {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: 'views', version: '1.0.0' }
    }),
    'resources/list': () => ({
      resources: [{ uri: 'data://bytes', name: 'bytes', mimeType: 'application/octet-stream' }]
    }),
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'data://{name}', name: 'any' }]
    }),
    'prompts/list': () => ({ prompts: [{ name: 'explain', arguments: [{ name: 'city', required: true }] }] }),
    'resources/read': read
  }
})
