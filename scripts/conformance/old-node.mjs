// Lets the official runners start on Node 20. They import `globSync` from `fs`, which came with Node 22; what they use
// it for is no part of a client run.

import { register } from 'node:module'

const filesystem = `export * from 'node:fs'
export { default } from 'node:fs'
export const globSync = () => { throw new Error('globSync needs Node 22') }`

const hooks = `const filesystem = ${JSON.stringify(toModule(filesystem))}
export async function resolve(specifier, context, next) {
  const isForRunner = /\\/conformance-[\\d.]+\\/dist\\//u.test(context.parentURL ?? '')
  if (isForRunner && (specifier === 'fs' || specifier === 'node:fs')) return { url: filesystem, shortCircuit: true }
  return next(specifier, context)
}`

register(toModule(hooks))

function toModule(text) {
  return `data:text/javascript,${encodeURIComponent(text)}`
}
