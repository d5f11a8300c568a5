import { expect, test } from 'vitest'
import type { PromptView, ResourceListing } from '../../contract/offers'
import { namesIcon } from './named-icons'

const icon = (src: string) => ({ src, mimeType: null, sizes: [], theme: null })
const iconsOf = (src: string) => ({ icons: [icon(src)] })

const server = {
  name: 'notes',
  ...iconsOf('https://a.example/own'),
  tools: [iconsOf('https://a.example/tool')]
}
const listing = (serverName: string, at: string) =>
  ({
    serverName,
    resources: [iconsOf(`${at}/resource`)],
    templates: [iconsOf(`${at}/template`)]
  }) as unknown as ResourceListing
const prompt = (serverName: string, at: string) =>
  ({ serverName, ...iconsOf(`${at}/prompt`) }) as unknown as PromptView
const lists = {
  listResources: () =>
    Promise.resolve([listing('notes', 'https://a.example'), listing('other', 'https://b.example')]),
  listPrompts: () =>
    Promise.resolve([prompt('notes', 'https://a.example'), prompt('other', 'https://b.example')])
}

test.each(['own', 'tool', 'resource', 'template', 'prompt'])('finds the icon of its %s', async (what) => {
  expect(await namesIcon(server, lists, `https://a.example/${what}`)).toBe(true)
})

test.each([
  'https://a.example/own?with=more',
  'https://a.example/',
  'https://b.example/resource',
  'https://b.example/template',
  'https://b.example/prompt'
])('SEC-11-4 ignores %s, which the server does not declare', async (src) => {
  expect(await namesIcon(server, lists, src)).toBe(false)
})
