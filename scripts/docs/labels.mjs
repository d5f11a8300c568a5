// In docs/guides, text in **bold** is a text of the window, word for word.

const bold = /\*\*(?<label>[^*]+)\*\*/gu

/**
 * @param {string} page
 * @param {ReadonlySet<string>} texts all of the catalogue, in the language of the page
 * @returns {string[]} one sentence a problem
 */
export function unknownLabels(page, texts) {
  return [...page.matchAll(bold)]
    .map((match) => match.groups.label)
    .filter((label) => !texts.has(label))
    .map((label) => `the window has no “${label}”`)
}

/** The texts of one language, from all depths of the files' objects. */
export function listTexts(catalogue) {
  if (typeof catalogue === 'string') return [catalogue]
  return Object.values(catalogue).flatMap(listTexts)
}
