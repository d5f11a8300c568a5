/**
 * What `npx -y PACKAGE …` and `uvx PACKAGE …` would start, where no registry is in reach: servers of the shape of the
 * reference servers and the archived ones, chosen by the name of the package among the arguments. One whose variables
 * are missing ends as the real one does, with the reason on its error output.
 */
import { execFileSync } from 'node:child_process'
import { serve, textResult } from './line-server.mjs'

const picture = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
}
const text = (words) => ({ type: 'text', text: words })

/** Tools by name with their answers: a text, blocks, or a function of the arguments. */
const packages = {
  'mcp-server-fetch': {
    tools: { fetch: async ({ url }) => `Contents of ${url}:\n${await (await fetch(url)).text()}` }
  },
  'mcp-server-git': {
    tools: {
      git_status: ({ repo_path }) =>
        `Repository status:\n${execFileSync('git', ['-C', repo_path, 'status'], { encoding: 'utf8' })}`
    }
  },
  '@modelcontextprotocol/server-gdrive': {
    tools: { search: 'Found 1 files:\nTea.txt (text/plain)' },
    resources: [{ uri: 'gdrive:///1a2b', name: 'Tea.txt', mimeType: 'text/plain', said: 'Two spoons' }]
  },
  '@modelcontextprotocol/server-slack': {
    needs: ['SLACK_BOT_TOKEN', 'SLACK_TEAM_ID'],
    tools: { slack_list_channels: '{"ok":true,"channels":[{"name":"general"}]}' }
  },
  '@modelcontextprotocol/server-google-maps': {
    needs: ['GOOGLE_MAPS_API_KEY'],
    tools: { maps_geocode: '{"location":{"lat":38.7,"lng":-9.1},"formatted_address":"Lisbon"}' }
  },
  '@modelcontextprotocol/server-everart': {
    needs: ['EVERART_API_KEY'],
    tools: { generate_image: [text('Image generated successfully!'), picture] }
  },
  '@modelcontextprotocol/server-aws-kb-retrieval': {
    tools: {
      retrieve_from_aws_kb: '{"context":"RAG Context","ragSources":[{"fileName":"tea.md","score":0.9}]}'
    }
  },
  '@modelcontextprotocol/server-puppeteer': {
    tools: { puppeteer_screenshot: [text("Screenshot 'home' taken at 800x600"), picture] },
    resources: [
      { uri: 'console://logs', name: 'Browser console logs', mimeType: 'text/plain', said: 'ready' }
    ]
  }
}

const name = process.argv.slice(2).find((word) => Object.hasOwn(packages, word))
if (name === undefined) {
  console.error(`404 Not Found: ${process.argv.slice(2).join(' ')}`)
  process.exit(1)
}
const { tools, resources = [], needs = [] } = packages[name]
const missing = needs.filter((variable) => !process.env[variable])
if (missing.length > 0) {
  console.error(`Please set ${missing.join(' and ')} environment variables`)
  process.exit(1)
}

serve({
  name,
  tools: Object.keys(tools).map((tool) => ({
    name: tool,
    description: `${tool} of ${name}`,
    inputSchema: { type: 'object', additionalProperties: { type: 'string' } }
  })),
  call: Object.fromEntries(
    Object.entries(tools).map(([tool, said]) => [tool, (input) => answer(said, input)])
  ),
  on: {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, ...(resources.length > 0 && { resources: {} }) },
      serverInfo: { name, version: '0.6.2' }
    }),
    'resources/list': () => ({ resources: resources.map(({ said: _said, ...resource }) => resource) }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'resources/read': ({ params: { uri } }) => ({
      contents: resources
        .filter((one) => one.uri === uri)
        .map(({ said }) => ({ uri, mimeType: 'text/plain', text: said }))
    })
  }
})

async function answer(said, input) {
  if (Array.isArray(said)) return { content: said }
  return textResult(typeof said === 'function' ? await said(input) : said)
}
