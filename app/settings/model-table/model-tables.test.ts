import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../base/logger'
import { toEnglish } from '../../texts/render-localized'
import { fits } from './find-facts'
import { ModelTables } from './model-tables'
import { readTable } from './read-table'

const resource = (name: string) =>
  readFileSync(new URL(`../../../resources/${name}`, import.meta.url), 'utf8')
const shipped = resource('models.jsonc')

function tables(shippedText = shipped) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'parley-model-table-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const made = new ModelTables({
    dataFolder,
    shippedText,
    firstText: resource('own-models.jsonc'),
    log: silentLogger
  })
  const write = async (text: string) => {
    writeFileSync(made.path, text)
    await made.reload()
  }
  return { made, write }
}

const small = `{ "models": {
  "big*": { "contextTokens": 1000, "abilities": ["tools"], "inputPerMillion": 3, "outputPerMillion": 15 },
  "big-new*": { "inputPerMillion": 4 }
} }`

describe('the table that ships with Parley', () => {
  it('has no problem, and knows each model that is offered by default', () => {
    const { entries, problems } = readTable(shipped)
    expect(problems).toEqual([])
    expect(entries.size).toBeGreaterThan(20)
    const { made } = tables()
    expect(made.find('anthropic', 'claude-sonnet-5-5').facts).toMatchObject({
      contextTokens: 1_000_000,
      inputPerMillion: 2,
      cacheReadPerMillion: 0.2
    })
    expect(made.find('anthropic', 'claude-haiku-4-5-20251001').facts.contextTokens).toBe(200_000)
    expect(made.find('openrouter', 'anthropic/claude-opus-5-5').facts.outputPerMillion).toBe(20)
    expect(made.find('local', 'nobody-knows-me').facts).toEqual({})
  })

  it('uses the most specific name for each value', () => {
    const { made } = tables(small)
    expect(made.find('x', 'big-new-1').facts).toEqual({
      contextTokens: 1000,
      abilities: ['tools'],
      inputPerMillion: 4,
      outputPerMillion: 15
    })
  })
})

describe('the user’s own table', () => {
  it('overrides the shipped one value by value, also for one provider only', async () => {
    const { made, write } = tables(small)
    await write('{ "models": { "mine/big-1": { "contextTokens": 50, "inputPerMillion": 9 }, } } // mine')
    expect(made.problems()).toEqual([])
    expect(made.find('mine', 'big-1')).toEqual({
      facts: { contextTokens: 50, abilities: ['tools'], inputPerMillion: 9, outputPerMillion: 15 },
      own: { contextTokens: 50, inputPerMillion: 9 },
      shipped: { contextTokens: 1000, abilities: ['tools'], inputPerMillion: 3, outputPerMillion: 15 }
    })
    expect(made.find('other', 'big-1').facts.contextTokens).toBe(1000)
  })

  it('reports a problem with its line and how to fix it, and uses the shipped value and the valid ones', async () => {
    const { made, write } = tables(small)
    await write(`{ "models": {
  "big-1": {
    "contextTokens": "many",
    "abilities": ["images", "smell"],
    "outputPerMillion": 20
  } } }`)
    const told = made.problems().map(({ line, message }) => [line, toEnglish(message)])
    expect(told[0]?.[0]).toBe(3)
    expect(told[0]?.[1]).toContain('contextTokens')
    expect(told[1]?.[0]).toBe(4)
    expect(told[1]?.[1]).toContain('"thinking"')
    expect(told).toHaveLength(2)
    expect(made.find('x', 'big-1').facts).toMatchObject({
      contextTokens: 1000,
      abilities: ['tools'],
      outputPerMillion: 20
    })
  })

  it("reports where a file that isn't JSON breaks, and uses the shipped table", async () => {
    const { made, write } = tables(small)
    await write('{ "models": {\n "big": ')
    expect(made.problems()).toMatchObject([{ severity: 'error', line: 2 }])
    expect(made.find('x', 'big').facts.contextTokens).toBe(1000)
    await write('[]')
    expect(made.problems()).toHaveLength(1)
  })

  it('reports and ignores a price below the shipped one, which would weaken spending limits', async () => {
    const { made, write } = tables(small)
    await write(
      '{ "models": {\n "*": { "inputPerMillion": 0, "outputPerMillion": 0 },\n "big": { "inputPerMillion": 1 } } }'
    )
    expect(made.find('x', 'big').facts).toMatchObject({ inputPerMillion: 3, outputPerMillion: 15 })
    expect(made.problems()).toMatchObject([{ severity: 'warning', line: 3 }])
    expect(made.find('x', 'unpriced').facts).toMatchObject({ inputPerMillion: 0 })
  })

  it("doesn't allow a price for the cache below the shipped one for the model either", async () => {
    const { made, write } = tables(small)
    await write(
      '{ "models": {\n "big": { "cacheReadPerMillion": 0, "cacheWritePerMillion": 0, "inputPerMillion": 9 },\n "new": { "cacheReadPerMillion": 0 } } }'
    )
    expect(made.find('x', 'big').facts).toMatchObject({
      inputPerMillion: 9,
      cacheReadPerMillion: 3,
      cacheWritePerMillion: 3
    })
    expect(made.problems().map(({ line }) => line)).toEqual([2, 2])
    expect(made.find('x', 'new').facts).toEqual({ cacheReadPerMillion: 0 })
  })

  it('is created by a button, once, and is initially valid and empty', async () => {
    const { made } = tables()
    await made.make()
    const text = readFileSync(made.path, 'utf8')
    expect(made.problems()).toEqual([])
    expect(readTable(text).entries.size).toBe(0)
    writeFileSync(made.path, small)
    await made.make()
    expect(readFileSync(made.path, 'utf8')).toBe(small)
  })
})

it.each([
  ['big', 'BIG', true],
  ['big', 'bigger', false],
  ['big*', 'bigger', true],
  ['*ger', 'bigger', true],
  ['b*g*r', 'bigger', true],
  ['b*r*r', 'bigger', false],
  ['*', '', true],
  ['ab*ba', 'aba', false],
  ['*a'.repeat(200), 'a'.repeat(199), false]
])('matches the pattern %s with the model %s: %s', (pattern, name, is) =>
  expect(fits(pattern, name)).toBe(is)
)
