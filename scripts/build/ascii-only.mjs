// Writes what is not ASCII as escapes. One quotation mark in a text makes the engine keep a whole file with two bytes a
// character: twice the memory, and twice as much to read at each start.

import { parseAst } from 'vite'

/**
 * The same program in ASCII. Such letters stand in texts, patterns and names, and may be escaped in all of them. Letters that
 * take two of JavaScript's characters are left alone: in a name their escape would be another one than in a pattern. The few
 * files that hold one are loaded late.
 * @param {string} code minified, so that it holds no `String.raw` of ours and no comments
 */
export function toAscii(code) {
  return code.replaceAll(/(\\*)([\u0080-\uD7FF\uE000-\uFFFF])/g, (_match, slashes, letter) => {
    // `\…` is `…`; the slash would otherwise take that of the escape with it.
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
        // One that can't be read would be found by whoever opens what it draws.
        parseAst(file.code)
      }
    }
  }
}
