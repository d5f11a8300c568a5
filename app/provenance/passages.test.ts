import { describe, expect, it } from 'vitest'
import { seeds } from '../testing/fuzz/seeds'
import { foldText } from './fold-text'
import { PassageIndex, measurePassage, shortestKnown, shortestPassage } from './passages'
import type { Passages } from './passages'
import type { Range } from './ranges'
import { createStepRandom, runToResult, runSteps } from './testing/run-steps'

function indexOf(texts: readonly string[], shortest = shortestPassage): PassageIndex {
  const index = new PassageIndex(shortest)
  for (const [id, text] of texts.entries()) runToResult(index.add(id, foldText(text)))
  return index
}

function found(index: PassageIndex, wanted: string): Record<number, string[]> {
  const { units, gaps } = foldText(wanted)
  const { ranges } = runToResult(index.search({ units, gaps }))
  return Object.fromEntries(
    [...ranges].map(([id, list]) => [
      id,
      list.map(({ start, end }) => String.fromCharCode(...units.subarray(start, end)))
    ])
  )
}

interface Lengths {
  readonly shortest: number
  readonly fewest: number
}

/**
 * The common passages by comparing everything with everything: the same units in a row, at least `shortest` counting
 * the whitespace on the side that has more of it, and at least `fewest`.
 */
function expectedPlaces(text: Passages, wanted: Passages, { shortest, fewest }: Lengths): Set<number> {
  const places = new Set<number>()
  for (let at = 0; at < wanted.units.length; at++) {
    for (let other = 0; other < text.units.length; other++) {
      if (at > 0 && other > 0 && wanted.units[at - 1] === text.units[other - 1]) continue
      let length = 0
      while (
        at + length < wanted.units.length &&
        other + length < text.units.length &&
        wanted.units[at + length] === text.units[other + length]
      )
        length++
      let [own, its] = [0, 0]
      for (let unit = 1; unit < length; unit++) {
        own += wanted.gaps[at + unit]!
        its += text.gaps[other + unit]!
      }
      if (length >= fewest && length + Math.max(own, its) >= shortest)
        for (let unit = 0; unit < length; unit++) places.add(at + unit)
    }
  }
  return places
}

describe('what texts have in common with a searched text', () => {
  it('is each passage that is long enough, in every text that contains it', () => {
    const index = indexOf([
      'the board meets on the fourth floor',
      'nothing of that',
      'they meet on the fourth floor too'
    ])
    expect(found(index, 'come: on the fourth floor!')).toEqual({
      0: ['onthefourthfloor'],
      2: ['onthefourthfloor']
    })
  })

  it.each([
    ['twelve letters', 'abcdefghijkl', true],
    ['eleven', 'abcdefghijk', false],
    ['eleven with a blank between', 'abcdef ghijk', true],
    ['ten with two', 'abcd efg hij', true],
    ['ten with one', 'abcdef ghij', false],
    ['nine with three', 'abc de fg hi', true]
  ])('counts whitespace in between: %s', (_how, passage, isFound) => {
    const index = indexOf([`<<${passage}>>`])
    expect(Object.keys(found(index, `[[${passage}]]`)).length > 0).toBe(isFound)
  })

  it('counts the whitespace of the side that has more of it', () => {
    expect(found(indexOf(['<<abcdef ghijk>>']), '[[abcdefghijk]]')).toEqual({ 0: ['abcdefghijk'] })
    expect(found(indexOf(['<<abcdefghijk>>']), '[[abcdef ghijk]]')).toEqual({ 0: ['abcdefghijk'] })
    expect(found(indexOf(['<<abcdefghijk>>']), '[[ abcdefghijk ]]')).toEqual({})
  })

  it('counts the whitespace of either side if both have the same amount in different places', () => {
    const index = indexOf(['ox the bo ar dm up'])
    for (const wanted of ['in th eboa rdm as', 'in theb oar dm as', 'in theb oardm as'])
      expect(found(index, wanted)).toEqual({ 0: ['theboardm'] })
  })

  it('counts whitespace at any position between nine letters', () => {
    const letters = [...'thebordmx']
    for (let blanks = 0; blanks < 1 << 8; blanks++) {
      const count = [...blanks.toString(2)].filter((bit) => bit === '1').length
      const spaced = letters.map((letter, at) => (blanks & (1 << at) ? `${letter} ` : letter)).join('')
      for (const [known, wanted] of [
        [spaced, letters.join('')],
        [letters.join(''), spaced]
      ])
        for (const before of ['<', '<<'])
          expect(Object.keys(found(indexOf([`${before}${known}>>`]), `[[${wanted}]]`))).toHaveLength(
            count >= 3 ? 1 : 0
          )
    }
  })

  it('needs nine letters for known text', () => {
    expect(found(indexOf(['<<abcdefghi>>'], shortestKnown), '[[abcdefghi]]')).toEqual({ 0: ['abcdefghi'] })
    expect(found(indexOf(['<<abcdefgh>>'], shortestKnown), '[[abcdefgh]]')).toEqual({})
  })

  it('is nothing for one or two letters that repeat', () => {
    expect(found(indexOf(['-'.repeat(50)]), '-'.repeat(50))).toEqual({})
    expect(found(indexOf(['ab'.repeat(30)]), 'ab'.repeat(30))).toEqual({})
    expect(found(indexOf(['abc'.repeat(30)]), 'abc'.repeat(30))).toEqual({ 0: ['abc'.repeat(30)] })
  })

  it('is found at any position of a passage, including the start and the end of texts', () => {
    const secret = 'doorcode7391blue'
    for (const before of ['', 'x', 'xy', 'xyz']) {
      for (const behind of ['', 'q', 'qr']) {
        expect(found(indexOf([before + secret + behind]), secret)).toEqual({ 0: [secret] })
        expect(found(indexOf([secret]), before + secret + behind)).toEqual({ 0: [secret] })
      }
    }
  })

  it('never crosses the boundary of two texts', () => {
    expect(found(indexOf(['the board me', 'ets on the fourth']), 'boardmeetsonthe')).toEqual({})
  })

  it('equals the result of comparing everything with everything', () => {
    const letters = [...'abcd  -']
    for (const seed of seeds(150)) {
      const random = createStepRandom(seed)
      const write = (length: number) =>
        Array.from({ length }, () => letters[random(letters.length)] ?? '').join('')
      const shortest = random(2) === 0 ? shortestPassage : shortestKnown
      const texts = Array.from({ length: 1 + random(4) }, () => write(20 + random(120)))
      // Parts of the texts between other letters, so that there is something in common.
      const wanted = Array.from({ length: 6 }, () => {
        const text = texts[random(texts.length)] ?? ''
        const start = random(text.length)
        return write(random(6)) + text.slice(start, start + random(30))
      }).join('')
      const index = indexOf(texts, shortest)
      const folded = foldText(wanted)
      const { ranges, end } = runToResult(index.search(folded))
      expect(end).toBe(folded.units.length)
      for (const [id, text] of texts.entries()) {
        const places = new Set(
          (ranges.get(id) ?? []).flatMap(({ start, end: last }) =>
            Array.from({ length: last - start }, (_, at) => start + at)
          )
        )
        const expected = expectedPlaces(foldText(text), folded, { shortest, fewest: 9 })
        // Passages of eight are found or not, depending on their position.
        const allowed = expectedPlaces(foldText(text), folded, { shortest, fewest: 8 })
        // One or two repeating letters aren't searched. Everything else must be found, and nothing more.
        for (const place of places) expect(allowed.has(place)).toBe(true)
        for (const place of expected) {
          const around = String.fromCharCode(...folded.units.subarray(Math.max(0, place - 9), place + 9))
          if (!/(.)(.)(?:\1\2){2}/.test(around)) expect(places.has(place)).toBe(true)
        }
      }
    }
  })

  it('is returned as ascending ranges that do not touch', () => {
    const index = indexOf(['one passage of it here', 'and another one there'])
    const { ranges } = runToResult(
      index.search(foldText('one passage of it, and another one, one passage of it'))
    )
    const list = ranges.get(0) as readonly Range[]
    expect(list).toHaveLength(2)
    expect(list[1]!.start).toBeGreaterThan(list[0]!.end)
  })
})

describe('known text', () => {
  it('is searched in disguised text only if something was found in it', () => {
    const passages = { units: new Uint16Array(20), gaps: new Uint8Array(20), sparseFrom: 10 }
    expect(measurePassage(passages, [])).toBe(10)
    expect(measurePassage(passages, [[], [{ start: 0, end: 10 }]])).toBe(10)
    expect(measurePassage(passages, [[{ start: 0, end: 4 }], [{ start: 2, end: 9 }, { start: 9, end: 11 }]])).toBe(20) // prettier-ignore
    expect(measurePassage({ units: passages.units, gaps: passages.gaps }, [])).toBe(20)
  })
})

describe('an index', () => {
  it('finds nothing while it is empty, and nothing for empty text', () => {
    expect(found(new PassageIndex(shortestPassage), 'the fourth floor')).toEqual({})
    expect(runToResult(indexOf(['the fourth floor']).search(foldText(''))).end).toBe(0)
    expect(runToResult(indexOf(['the fourth floor']).search(foldText('short'))).end).toBe(5)
  })

  it('grows with new texts, and still finds the first of them', () => {
    const random = createStepRandom(9)
    const texts = Array.from(
      { length: 400 },
      (_, at) => `text ${at}: ${Array.from({ length: 30 }, () => random(1e9).toString(36)).join(' ')}`
    )
    const index = indexOf(texts)
    for (const at of [0, 1, 57, 199, 398, 399])
      expect(Object.keys(found(index, texts[at]!))).toContain(String(at))
    expect(found(index, texts[57]!)[57]).toEqual([String.fromCharCode(...foldText(texts[57]!).units)])
  })

  it('forgets removed texts, before and after their space is reused', () => {
    const filler = Array.from({ length: 50 }, (_, at) => `some filler that is number ${at} of many and long`)
    const index = indexOf([...filler, 'the board meets on the fourth floor', 'the door code is 7391-blue'])
    for (let id = 0; id < 50; id++) index.remove(id)
    expect(found(index, filler[3]!)).toEqual({})
    const { steps } = runSteps(index.tidy())
    expect(steps.length).toBeGreaterThan(0)
    expect(found(index, filler[3]!)).toEqual({})
    expect(found(index, 'on the fourth floor')).toEqual({ 50: ['onthefourthfloor'] })
    expect(found(index, 'code is 7391-blue')).toEqual({ 51: ['codeis7391-blue'] })
    runToResult(index.add(3, foldText('a new text about the harbour')))
    expect(found(index, 'text about the harbour')).toEqual({ 3: ['textabouttheharbour'] })
    // Most of it is in use now.
    expect(runSteps(index.tidy()).steps).toEqual([])
  })

  it('ignores the removal of unknown texts', () => {
    const index = indexOf(['the board meets on the fourth floor'])
    index.remove(17)
    expect(runSteps(index.tidy()).steps).toEqual([])
    expect(found(index, 'on the fourth floor')).toEqual({ 0: ['onthefourthfloor'] })
  })

  it('stops at texts made to match everywhere, and says how far it got', () => {
    const alike = 'abc'.repeat(20_000)
    const index = indexOf([alike.slice(0, 30_000)])
    const wanted = foldText(`${alike} and then the end`)
    const { result, steps } = runSteps(index.search(wanted))
    expect(steps.every((taken) => taken > 0)).toBe(true)
    expect(steps.reduce((sum, taken) => sum + taken, 0)).toBeGreaterThan(12_000_000)
    expect(result.end).toBeGreaterThan(1_000)
    expect(result.end).toBeLessThan(10_000)
  })
})
