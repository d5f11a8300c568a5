/**
 * Gives out texts in every place that a server has for them. `--texts=FILE` names a JSON list of `{ name, text }`: each
 * is a resource `text:///NAME` in Markdown.
 */
import fs from 'node:fs'
import { option, serve } from './line-server.mjs'

const texts = JSON.parse(fs.readFileSync(option('texts'), 'utf8'))

const addressOf = ({ name }) => `text:///${encodeURIComponent(name)}`

serve({
  name: 'texts',
  on: {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities: { resources: {} },
      serverInfo: { name: 'texts', version: '1.0.0' }
    }),
    'resources/list': () => ({
      resources: texts.map((one) => ({ uri: addressOf(one), name: one.name, mimeType: 'text/markdown' }))
    }),
    'resources/read': ({ params: { uri } }) => {
      const found = texts.find((one) => addressOf(one) === uri)
      return { contents: [{ uri, mimeType: 'text/markdown', text: found.text }] }
    }
  }
})
