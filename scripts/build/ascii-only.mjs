// Writes what is not ASCII as escapes. One quotation mark in a text makes the engine keep a whole file with two bytes a
// character: twice the memory, and twice as much to read at each start.

import { parseAst } from 'vite'

/**
 * Returns the same program in ASCII. Other letters occur in texts, patterns and names, where an escape means the same. Letters
 * that take two UTF-16 units are left alone, because their escape in a name differs from the one in a pattern. The few
 * files that have one are loaded late.
 * @param {string} code minified, so that it holds no `String.raw` of ours and no comments
 */
export function toAscii(code) {
  return code.replaceAll(/(\\*)([\u0080-\uD7FF\uE000-\uFFFF])/g, (_match, slashes, letter) => {
    // `\…` is `…`; otherwise the slash would escape the slash of the new escape.
    const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1)
    return `${kept}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** As a plugin of a production build. */
export const asciiOnly = {
  name: 'parley:ascii-only',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        file.code = toAscii(file.code)
        // A letter that can't be read shows up when the view that uses it opens.
        parseAst(file.code)
      }
    }
  }
}
