// Finds relative links, headings in them and npm scripts in a document that don't exist.

const link = /\[[^\]]*\]\(([^)\s]+)\)/gu
const npmScript = /\bnpm run ([\w:]+)/gu
const hasScheme = (target) => /^[a-z][a-z+.-]*:/u.test(target)

/**
 * @param {{ text: string, scripts: string[], read: (target: string) => string | null }} document `read` takes a path relative to
 * the document, and gives the text there; null: there is nothing
 * @returns {string[]} one line per problem
 */
export function brokenReferences({ text, scripts, read }) {
  const prose = withoutCode(text)
  const links = [...prose.matchAll(link)].map(([, target]) => target).filter((target) => !hasScheme(target))
  const named = [...text.matchAll(npmScript)].map(([, name]) => name)
  const isBroken = (target) => {
    const [file, heading] = decodeURIComponent(target).split('#')
    const found = file === '' ? text : read(file)
    return found === null || (heading !== undefined && !listHeadings(found).includes(heading))
  }
  return [
    ...links.filter(isBroken).map((target) => `link to ${target}`),
    ...named.filter((name) => !scripts.includes(name)).map((name) => `npm run ${name}`)
  ]
}

const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gmu, '')

/** As GitHub names them in an address. */
function listHeadings(text) {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gmu)].map(([, heading]) =>
    heading
      .replace(link, (whole) => whole.slice(1, whole.indexOf(']')))
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )
}
