// Lets the official runners start on Node 20. They import `globSync` from `fs`, which came with Node 22; what they use
// it for is no part of a client run.

const name = '\0fs-of-node-20'

const filesystem = `export * from 'node:fs'
export { default } from 'node:fs'
export const globSync = () => { throw new Error('globSync needs Node 22') }`

/** For the bundler. @type {import('vite').Plugin} */
export const oldNode = {
  name: 'old-node',
  enforce: 'pre',
  resolveId: (id, importer) =>
    (id === 'fs' || id === 'node:fs') && /\/conformance-[\d.]+\/dist\//u.test(importer ?? '') ? name : null,
  load: (id) => (id === name ? filesystem : null)
}
