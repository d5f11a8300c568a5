// Refuses a page whose code makes elements out of text. The content policy demands trusted types and grants none for
// that: where such code runs it throws, and what was being drawn is gone. So it is found while building.

/** Each of these hands text to the HTML parser. */
const sink =
  /\.(?:inner|outer)HTML\s*\+?=(?!=)|\[["'`](?:inner|outer)HTML["'`]\]|\.srcdoc\s*=(?!=)|\binsertAdjacentHTML\b|\bdocument\.write(?:ln)?\b|\bDOMParser\b|\bcreateContextualFragment\b|\b(?:setHTMLUnsafe|parseHTMLUnsafe)\b|\bdangerouslySetInnerHTML\b/gu

/** Allowed code, and why no untrusted text can reach it. */
const exceptions = [
  {
    module: /\/node_modules\/react-dom\/cjs\/react-dom-client\.[a-z]+\.js$/u,
    sinks: ['.innerHTML =', 'dangerouslySetInnerHTML'],
    reason: 'behind dangerouslySetInnerHTML, which lint forbids to us and this check to every dependency'
  },
  {
    module: /\/node_modules\/highlight\.js\/lib\/core\.js$/u,
    sinks: ['.innerHTML ='],
    reason: 'colours an element that is handed in; lowlight asks for a syntax tree only'
  }
]

/**
 * One line for each module that has a sink.
 * @param {Iterable<readonly [string, string | null]>} modules Path and code of each.
 * @returns {string[]}
 */
export function findHtmlSinks(modules) {
  return [...modules].flatMap(([id, code]) => {
    const allowed = exceptions.find(({ module }) => module.test(id.replaceAll('\\', '/')))?.sinks ?? []
    const found = [...new Set((code ?? '').match(sink) ?? [])].filter((one) => !allowed.includes(one))
    return found.length === 0 ? [] : [`${id} uses ${found.join(', ')}`]
  })
}

/** As a plugin of the page's build. What the bundler left out does not count. */
export const refuseHtmlSinks = {
  name: 'parley:refuse-html-sinks',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) =>
      Object.entries(chunk.modules ?? {}).map(([id, { code }]) => [id, code])
    )
    const problems = findHtmlSinks(modules)
    if (problems.length > 0)
      this.error(
        `the page makes elements out of text, which its content policy refuses:\n${problems.join('\n')}`
      )
  }
}
