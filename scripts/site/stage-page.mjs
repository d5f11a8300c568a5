// Turns a document of the repository into a page of the site. The pages of `docs` are at its root, next to those of the
// repository's own root.

import path from 'node:path'

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/gu
const comment = /<!--[\s\S]*?-->/gu
const picture = /^<!-- picture: (.+) -->$/gmu

/**
 * @param {string} text
 * @param {string} file its path in the repository
 * @param {{ pages: Set<string>, pictures: Set<string>, codeAt: string | null }} site `pages`: all documents; `pictures`: the
 *   views that have one; `codeAt`: where readers find other files, null: nowhere
 */
export function stagePage(text, file, { pages, pictures, codeAt }) {
  return text
    .split(/(^```[\s\S]*?^```$)/mu)
    .map((part, index) => (index % 2 === 1 ? part : stageProse(part)))
    .join('')

  function stageProse(prose) {
    return prose
      .replaceAll(picture, (_, view) => (pictures.has(view) ? `![${view}](/screens/${slug(view)}.png)` : ''))
      .replaceAll(comment, '')
      .replaceAll(link, (whole, mark, label, target) => {
        if (/^(?:[a-z][a-z+.-]*:|#|\/)/u.test(target)) return whole
        const [name, anchor] = target.split('#')
        const place = path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
        if (mark === '!') return pictures.has(place) ? `![${label}](/${path.posix.basename(place)})` : ''
        if (pages.has(place))
          return `[${label}](/${pagePath(place)}${anchor === undefined ? '' : `#${anchor}`})`
        return codeAt === null ? label : `[${label}](${codeAt}/${place})`
      })
  }
}

/** Documents of the repository's root, and their names among the pages of `docs`. */
export const rootPages = {
  'README.md': 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'ARCHITECTURE.md': 'architecture.md',
  'SECURITY.md': 'vulnerabilities.md'
}

/** The README of a folder is its index. */
export function pagePath(file) {
  return rootPages[file] ?? file.replace(/^docs\//u, '').replace(/(^|\/)README\.md$/u, '$1index.md')
}

/** As the tour names the picture of a view. */
export function slug(view) {
  return view.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
}
