/**
 * Reads pages for the model, like the fetch server: `read_page` returns the status and the text, or the error of the
 * program that tried. `read_several` tries one after the other.
 */
import { serve, textResult } from './line-server.mjs'

const url = { type: 'string' }

async function read(address) {
  try {
    const response = await fetch(address)
    return `${response.status} ${(await response.text()).trim()}`
  } catch (error) {
    return `failed: ${error.cause?.message ?? error.message}`
  }
}

serve({
  name: 'web-reader',
  tools: [
    {
      name: 'read_page',
      description: 'Reads a page of the web',
      inputSchema: { type: 'object', properties: { url }, required: ['url'] }
    },
    {
      name: 'read_several',
      description: 'Reads pages of the web',
      inputSchema: {
        type: 'object',
        properties: { urls: { type: 'array', items: url } },
        required: ['urls']
      }
    }
  ],
  call: {
    read_page: async (input) => textResult(await read(input.url)),
    read_several: async ({ urls }) => {
      const texts = []
      for (const each of urls) texts.push(await read(each))
      return textResult(texts.join('\n'))
    }
  }
})
