/**
 * What the page may load and do: its own files, images from its own data, no network, no script from text. The page
 * shows text of models and servers, so this is the last protection.
 */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  // Sounds of tool results.
  'media-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // One policy, which accepts one address: the worker that draws PDFs (renderer/parts/content/start-pdf-worker.ts).
  'trusted-types': 'parley-pdf-worker'
}

export const contentPolicy = toText(directives)

/** Also allows one style element, which the page's HTML contains. */
export function withStyle(policy: string, source: string): string {
  return policy.replace("style-src 'self'", `style-src 'self' ${source}`)
}

/**
 * Of the page that draws diagrams: only its own scripts. Its library creates and styles elements from text, so no
 * trusted types. A script in such text doesn't run.
 */
export const diagramPolicy = toText({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'"
})

/** For the dev server only: it sends styles as elements, a script in the page, and updates over a socket. */
export function developmentPolicy(devServer: string): string {
  const { 'require-trusted-types-for': _required, 'trusted-types': _allowed, ...others } = directives
  return toText({
    ...others,
    'script-src': "'self' 'unsafe-inline'",
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': `'self' ${devServer} ${devServer.replace(/^http/, 'ws')}`
  })
}

function toText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
