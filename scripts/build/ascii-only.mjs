// Writes what is not ASCII as escapes. One quotation mark in a text makes the engine keep a whole file with two bytes a
// character: twice the memory, and twice as much to read at each start.

/**
 * The same program in ASCII. Such letters stand in texts and patterns only; in a name they may be escaped as well.
 * @param {string} code minified, so that it holds no `String.raw` of ours and no comments
 */
export function toAscii(code) {
  return withAsciiNames(code).replaceAll(/(\\*)([\u0080-\uFFFF])/g, (_match, slashes, letter) => {
    // `\…` is `…`; the slash would otherwise take that of the escape with it.
    const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1)
    return `${kept}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** In a name a letter that takes two escapes is none; KaTeX has such letters as keys. In a text both forms say the same. */
function withAsciiNames(code) {
  return code.replaceAll(
    /(?<=[{,.])[\p{ID_Continue}$]*(?=\p{ID_Continue})[\u{10000}-\u{10FFFF}][\p{ID_Continue}$]*(?=[:,.=()[\]};]|$)/gu,
    (name) =>
      name.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`)
  )
}

/** As a plugin of a production build. */
export const asciiOnly = {
  name: 'parley:ascii-only',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code)
    }
  }
}
