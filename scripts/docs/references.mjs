// Finds relative links and npm scripts in a document that don't exist.

const link = /\[[^\]]*\]\(([^)\s]+)\)/gu
const npmScript = /\bnpm run ([\w:]+)/gu
const hasScheme = (target) => /^[a-z][a-z+.-]*:/u.test(target)

/**
 * @param {{ text: string, scripts: string[], exists: (target: string) => boolean }} document `exists` takes a path relative to the document
 * @returns {string[]} one line per problem
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
