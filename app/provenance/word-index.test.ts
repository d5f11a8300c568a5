import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text'
import { createStepRandom, runToResult, runSteps } from './testing/run-steps'
import { foreignText, ownText, userText, WordIndex } from './word-index'
import type { JudgedTexts } from './word-index'
import { splitFoldedWords } from './folded-words'
import type { Word } from './folded-words'

interface Text {
  readonly text: string
  readonly kind?: number
  readonly rank?: number
}

const wordsIn = (text: string): readonly Word[] => splitFoldedWords(foldText(text))

function judge(texts: readonly Text[]): JudgedTexts {
  return {
    kinds: Uint8Array.from(texts, ({ kind }) => kind ?? foreignText),
    ranks: Float64Array.from(texts, ({ rank }, at) => rank ?? at)
  }
}

function indexOf(texts: readonly Text[]): WordIndex {
  const index = new WordIndex()
  for (const [id, { text }] of texts.entries()) index.add(id, wordsIn(text))
  return index
}

function search(index: WordIndex, wanted: string, texts: readonly Text[]): [id: number, words: string][] {
  const { units } = foldText(wanted)
  const found = runToResult(index.search(wordsIn(wanted), judge(texts)))
  return found.map(({ id, start, end }) => [id, String.fromCharCode(...units.subarray(start, end))])
}

const find = (wanted: string, ...texts: Text[]) => search(indexOf(texts), wanted, texts)
const isFound = (wanted: string, ...texts: Text[]) => find(wanted, ...texts).length > 0

const note = { text: 'the harbour master counts seven yellow lanterns' }

describe('searching words in another order', () => {
  it.each([
    ['turned round', 'lanterns yellow seven'],
    ['with another one between', 'lanterns please yellow seven'],
    ['in their own order', 'seven yellow lanterns']
  ])('finds them: %s', (_how, wanted) => {
    expect(isFound(wanted, note)).toBe(true)
  })

  it('reports them from the first to the last', () => {
    expect(find('please, lanterns yellow seven, thanks', note).map(([, words]) => words)).toContain(
      'lanternsyellowseven'
    )
  })

  it('finds them at any position', () => {
    for (let before = 0; before <= 40; before++) {
      const text = `${Array.from({ length: before }, (_, at) => `filler${at}`).join(' ')} seven owls yellow cups lanterns`
      expect(isFound('lanterns yellow seven', { text })).toBe(true)
    }
  })

  it.each([
    ['two that are not adjacent', 'lanterns harbour'],
    ['with two others between', 'lanterns ones twos yellow lots cups seven'],
    ['only one', 'lanterns'],
    ['the same one again and again', 'lanterns lanterns lanterns'],
    ['none', 'nothing of that at all']
  ])('does not find them: %s', (_what, wanted) => {
    expect(isFound(wanted, note)).toBe(false)
  })

  it('finds two hits if they are adjacent in both texts', () => {
    expect(isFound('lanterns yellow', note)).toBe(true)
    expect(isFound('yellow lanterns', note)).toBe(true)
    expect(isFound('lanterns and then some yellow', note)).toBe(true) // ordinary words don't count
    expect(isFound('lanterns pretty yellow', note)).toBe(false)
  })

  it('requires twelve letters together', () => {
    expect(isFound('six ten owls', { text: 'owls ten six' })).toBe(false)
    expect(isFound('sixt tens owls', { text: 'owls tens sixt' })).toBe(true)
  })

  it('requires them to be close together in the text', () => {
    const far = 'apple ' + 'filler words between them that are many more than eight of them alone '.repeat(2)
    expect(isFound('apple banana cherry', { text: `${far} banana ${far} cherry` })).toBe(false)
    expect(isFound('cherry apple banana', { text: 'apple one1 two2 banana three3 four4 cherry' })).toBe(true)
  })

  it('never combines two texts', () => {
    expect(isFound('harbour lanterns seven', { text: 'harbour lanterns' }, { text: 'seven' })).toBe(true)
    expect(
      isFound('harbours seven yellow', { text: 'harbours' }, { text: 'seven' }, { text: 'yellow' })
    ).toBe(false)
  })

  it('ignores words in more than twelve places', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ text: 'seven yellow lanterns' }))
    expect(isFound('lanterns yellow seven', ...many(12))).toBe(true)
    expect(isFound('lanterns yellow seven', ...many(13))).toBe(false)
  })
})

describe('the owner of the words', () => {
  const wanted = 'lanterns yellow seven'

  it('is the user, at any position', () => {
    expect(isFound(wanted, note, { text: 'yellow', kind: userText })).toBe(false)
    expect(isFound(wanted, { ...note, kind: userText })).toBe(false)
  })

  it('is the text itself if it came first', () => {
    expect(isFound(wanted, { ...note, rank: 2 }, { ...note, kind: ownText, rank: 1 })).toBe(false)
    expect(isFound(wanted, { ...note, rank: 1 }, { ...note, kind: ownText, rank: 2 })).toBe(true)
    expect(isFound(wanted, { ...note, rank: 1 }, { ...note, kind: ownText, rank: 1 })).toBe(false)
  })

  it('is missing if the text was removed', () => {
    expect(isFound(wanted, { ...note, kind: 0 })).toBe(false)
  })

  it('is each text that contains them', () => {
    expect(new Set(find(wanted, note, { text: 'else' }, note).map(([id]) => id))).toEqual(new Set([0, 2]))
  })
})

describe('an index', () => {
  it('finds nothing while it is empty', () => {
    expect(find('lanterns yellow seven')).toEqual([])
  })

  it('forgets removed texts, and reuses their space', () => {
    const texts = [note, { text: 'nine purple elephants' }]
    const index = indexOf(texts)
    index.remove(0)
    index.tidy()
    expect(search(index, 'lanterns yellow seven', texts)).toEqual([])
    expect(search(index, 'elephants purple nine', texts)).not.toEqual([])
    index.add(2, wordsIn(note.text))
    const grown = [...texts, note]
    expect(search(index, 'lanterns yellow seven', grown).map(([id]) => id)).toContain(2)
    index.tidy()
    expect(search(index, 'elephants purple nine', grown)).not.toEqual([])
  })

  it('distinguishes words in the same slot', () => {
    const texts = [note]
    const alike = wordsIn(note.text).map((word) => ({ ...word, hash: (word.hash ^ 0x4000_0000) >>> 0 }))
    expect(runToResult(indexOf(texts).search(wordsIn(note.text), judge(texts)))).not.toEqual([])
    expect(runToResult(indexOf(texts).search(alike, judge(texts)))).toEqual([])
  })

  it('ignores places of removed texts', () => {
    const texts = Array.from({ length: 20 }, () => note)
    const index = indexOf(texts)
    for (let id = 0; id < 15; id++) index.remove(id)
    index.tidy()
    expect(search(index, 'lanterns yellow seven', texts)).not.toEqual([])
  })

  it('grows with new texts, and still finds the first of them', () => {
    const random = createStepRandom(4)
    const texts = Array.from({ length: 300 }, () => ({
      text: Array.from({ length: 40 }, () => `w${random(1e9).toString(36)}`).join(' ')
    }))
    const index = indexOf(texts)
    for (const at of [0, 7, 150, 299]) {
      const wanted = texts[at]!.text.split(' ').slice(4, 8).toReversed().join(' ')
      expect(search(index, wanted, texts).map(([id]) => id)).toContain(at)
    }
  })

  it('pauses in long work', () => {
    const texts = Array.from({ length: 12 }, () => note)
    const wanted = 'lanterns yellow seven '.repeat(2_000)
    const { steps } = runSteps(indexOf(texts).search(wordsIn(wanted), judge(texts)))
    expect(steps.length).toBeGreaterThan(1)
    for (const taken of steps) {
      expect(taken).toBeGreaterThanOrEqual(30_000)
      expect(taken).toBeLessThan(31_000)
    }
  })
})
