import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text'
import { createStepRandom, runToResult, runSteps } from './testing/run-steps'
import { foreignText, ownText, textOfPerson, WordIndex } from './word-index'
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

describe('words of a text in another order', () => {
  it.each([
    ['turned round', 'lanterns yellow seven'],
    ['with another one between', 'lanterns please yellow seven'],
    ['in their own order', 'seven yellow lanterns']
  ])('are found: %s', (_how, wanted) => {
    expect(isFound(wanted, note)).toBe(true)
  })

  it('are told from the first to the last of them', () => {
    expect(find('please, lanterns yellow seven, thanks', note).map(([, words]) => words)).toContain(
      'lanternsyellowseven'
    )
  })

  it('are found wherever they stand in it', () => {
    for (let before = 0; before <= 40; before++) {
      const text = `${Array.from({ length: before }, (_, at) => `filler${at}`).join(' ')} seven owls yellow cups lanterns`
      expect(isFound('lanterns yellow seven', { text })).toBe(true)
    }
  })

  it.each([
    ['two that do not stand side by side', 'lanterns harbour'],
    ['with two others between', 'lanterns ones twos yellow lots cups seven'],
    ['one alone', 'lanterns'],
    ['the same one again and again', 'lanterns lanterns lanterns'],
    ['none', 'nothing of that at all']
  ])('are not found: %s', (_what, wanted) => {
    expect(isFound(wanted, note)).toBe(false)
  })

  it('are two where they stand side by side in both', () => {
    expect(isFound('lanterns yellow', note)).toBe(true)
    expect(isFound('yellow lanterns', note)).toBe(true)
    expect(isFound('lanterns and then some yellow', note)).toBe(true) // words of every text do not count
    expect(isFound('lanterns pretty yellow', note)).toBe(false)
  })

  it('have twelve letters together at least', () => {
    expect(isFound('six ten owls', { text: 'owls ten six' })).toBe(false)
    expect(isFound('sixt tens owls', { text: 'owls tens sixt' })).toBe(true)
  })

  it('stand near each other in the text', () => {
    const far = 'apple ' + 'filler words between them that are many more than eight of them alone '.repeat(2)
    expect(isFound('apple banana cherry', { text: `${far} banana ${far} cherry` })).toBe(false)
    expect(isFound('cherry apple banana', { text: 'apple one1 two2 banana three3 four4 cherry' })).toBe(true)
  })

  it('are not put together from two texts', () => {
    expect(isFound('harbour lanterns seven', { text: 'harbour lanterns' }, { text: 'seven' })).toBe(true)
    expect(
      isFound('harbours seven yellow', { text: 'harbours' }, { text: 'seven' }, { text: 'yellow' })
    ).toBe(false)
  })

  it('say nothing where they stand in more than twelve places', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ text: 'seven yellow lanterns' }))
    expect(isFound('lanterns yellow seven', ...many(12))).toBe(true)
    expect(isFound('lanterns yellow seven', ...many(13))).toBe(false)
  })
})

describe('whose words they are', () => {
  const wanted = 'lanterns yellow seven'

  it('the person’s, wherever they stand', () => {
    expect(isFound(wanted, note, { text: 'yellow', kind: textOfPerson })).toBe(false)
    expect(isFound(wanted, { ...note, kind: textOfPerson })).toBe(false)
  })

  it('a text’s of its own, where that came first', () => {
    expect(isFound(wanted, { ...note, rank: 2 }, { ...note, kind: ownText, rank: 1 })).toBe(false)
    expect(isFound(wanted, { ...note, rank: 1 }, { ...note, kind: ownText, rank: 2 })).toBe(true)
    expect(isFound(wanted, { ...note, rank: 1 }, { ...note, kind: ownText, rank: 1 })).toBe(false)
  })

  it('nobody’s where the text is gone', () => {
    expect(isFound(wanted, { ...note, kind: 0 })).toBe(false)
  })

  it('each text’s that has them', () => {
    expect(new Set(find(wanted, note, { text: 'else' }, note).map(([id]) => id))).toEqual(new Set([0, 2]))
  })
})

describe('an index', () => {
  it('finds nothing while it is empty', () => {
    expect(find('lanterns yellow seven')).toEqual([])
  })

  it('forgets what was removed, and has room for it again', () => {
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

  it('tells words apart that lie in one place of it', () => {
    const texts = [note]
    const alike = wordsIn(note.text).map((word) => ({ ...word, hash: (word.hash ^ 0x4000_0000) >>> 0 }))
    expect(runToResult(indexOf(texts).search(wordsIn(note.text), judge(texts)))).not.toEqual([])
    expect(runToResult(indexOf(texts).search(alike, judge(texts)))).toEqual([])
  })

  it('counts no place of a text that was removed', () => {
    const texts = Array.from({ length: 20 }, () => note)
    const index = indexOf(texts)
    for (let id = 0; id < 15; id++) index.remove(id)
    index.tidy()
    expect(search(index, 'lanterns yellow seven', texts)).not.toEqual([])
  })

  it('grows as texts come, and still knows the first of them', () => {
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
