import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listEnvironmentKeys } from './provider-access'
import { providerDescriptors } from './providers'

it('registers each type once, and requires an address in the settings unless it is known', () => {
  const types = providerDescriptors.map(({ type }) => type)
  expect(new Set(types).size).toBe(types.length)
  for (const { address, builtIn } of providerDescriptors)
    if (builtIn !== null) expect(address.usual, 'a provider without an entry has an address').not.toBeNull()
})

it('loads keys of the environment before any of them is used', () => {
  expect(listEnvironmentKeys({ ANTHROPIC_API_KEY: 'sk-1', OPENAI_API_KEY: 'not read' })).toEqual(['sk-1'])
})

it('names a vendor only in its own folder and in the table of providers', () => {
  const root = new URL('../../../', import.meta.url)
  const sources = ['app', 'main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  )
  expect(sources.length).toBeGreaterThan(500)
  const naming = sources.filter((file) => /anthropic/i.test(readFileSync(new URL(file, root), 'utf8')))
  const own = naming.filter((file) => /^app\/models\/(anthropic\/|routing\/providers\.ts$)/.test(file))
  expect(own.length).toBeGreaterThan(1)
  // Links and server publishers may imitate the vendor, and facts about other apps have addresses as their source.
  const isListed = (file: string) => /\/(?:judge-link|known-publishers|known-hosts)\.ts$/.test(file)
  expect(naming.filter((file) => !own.includes(file) && !isListed(file))).toEqual([])
})
