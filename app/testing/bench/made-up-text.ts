/** The same numbers and texts every time. */

/** From 0 to below 1. */
export type TextRandom = () => number
/** At least this many letters, then cut. */
export type Prose = (length: number) => string

export function createTextRandom(): TextRandom {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A small vocabulary in which the first words are far more frequent than the last, as in a natural language. */
export function createProse(random: TextRandom): Prose {
  const letters = 'etaoinshrdlucmfwypvbgkjqxz'
  const letter = () => letters[Math.floor(random() ** 2 * letters.length)]
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 9) }, letter).join('')
  )
  return (length) => {
    let text = ''
    while (text.length < length) text += `${words[Math.floor(random() ** 2 * words.length)]} `
    return text.slice(0, length)
  }
}
