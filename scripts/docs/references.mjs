// What a document refers to and what of it does not exist: relative links, and npm scripts by name.

const link = /\[[^\]]*\]\(([^)\s]+)\)/gu
const npmScript = /\bnpm run ([\w:]+)/gu
const hasScheme = (target) => /^[a-z][a-z+.-]*:/u.test(target)

/**
 * @param {{ text: string, scripts: string[], exists: (target: string) => boolean }} document `exists` takes a path relative to it
 * @returns {string[]} one sentence a problem
 */
export function brokenReferences({ text, scripts, exists }) {
  const prose = text.replace(/^```[\s\S]*?^```/gmu, '')
  const targets = [...prose.matchAll(link)].map(([, target]) => target)
  const files = targets
    .filter((target) => !hasScheme(target) && !target.startsWith('#'))
    .map((target) => target.split('#')[0])
  const named = [...text.matchAll(npmScript)].map(([, name]) => name)
  return [
    ...files.filter((file) => !exists(decodeURIComponent(file))).map((file) => `link to ${file}`),
    ...named.filter((name) => !scripts.includes(name)).map((name) => `npm run ${name}`)
  ]
}
