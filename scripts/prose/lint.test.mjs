import fs from 'node:fs'
import { expect, it } from 'vitest'
import { extractProse } from './extract.mjs'
import { lintProse } from './lint.mjs'

const words = fs.readFileSync(new URL('words.yml', import.meta.url), 'utf8')
const lint = async (file, source) => {
  const hits = await lintProse(
    extractProse(file, source).map((line) => ({ file, ...line })),
    words
  )
  return hits.map(({ line, column, message }) => `${line}:${column} ${message}`)
}
const again = 'anew → again'

it('shows where a word is in a comment of code, and what to write instead', async () => {
  expect(await lint('a.ts', 'const a = 1 // Starts anew.\n/**\n * Once.\n * Begins anew.\n */\n')).toEqual([
    `1:23 ${again}`,
    `4:11 ${again}`
  ])
})

it('reads titles of tests, of every form, and no other text of code', async () => {
  const source = [
    "it('starts anew', () => expect(read('anew')).toBe(`anew`))",
    'test.describe(`starts ${name} anew`, () => {})',
    "it.each([1])('%s starts anew', () => {})"
  ].join('\n')
  expect(await lint('a.test.ts', source)).toEqual([`1:12 ${again}`, `2:31 ${again}`, `3:25 ${again}`])
  expect(await lint('a.ts', source)).toEqual([])
})

it('reads messages of code, but not of tests, where a server may say them, and not SQL', async () => {
  const source = 'throw new Error(`Cannot start ${name} anew on this day`)'
  expect(await lint('a.ts', source)).toEqual([`1:39 ${again}`])
  expect(await lint('a.test.ts', source)).toEqual([])
  expect(await lint('a.ts', "run('SELECT anew FROM list')")).toEqual([])
})

it('reads comments of styles, texts on screen and documents', async () => {
  expect(await lint('a.css', 'p {\n  /* Begins anew. */\n}')).toEqual([`2:13 ${again}`])
  expect(await lint('en/a.json', '{\n  "anew": "Start anew"\n}')).toEqual([`2:18 ${again}`])
  expect(await lint('a.md', '# Start anew\n\n- and *go* anew\n')).toEqual([`1:9 ${again}`, `3:12 ${again}`])
})

it('passes over code, names, parameters and addresses within prose', async () => {
  expect(
    await lint('a.ts', '// `anew` {@link anew} https://a.example/anew\n/** @param anew the text */')
  ).toEqual([])
  expect(await lint('en/a.json', '{ "a": "Start {anew}" }')).toEqual([])
  expect(await lint('a.md', '`anew` [text](anew.md)\n\n```\nanew\n```\n')).toEqual([])
})

it('lets a word pass where a comment gives the reason', async () => {
  const reason = '// prose-ok: a title that a program prints'
  expect(await lint('a.test.mjs', `${reason}\nit('prints anew', () => {})\n`)).toEqual([])
  expect(await lint('a.test.mjs', `// prose-ok:\nit('prints anew', () => {})\n`)).toEqual([`2:12 ${again}`])
})

it('finds a word in capitals too, and leaves good English as it is', async () => {
  const found = async (text) => (await lint('a.md', text)).length
  expect(await found('The person decides.')).toBe(1)
  expect(await found('It STANDS in the list.')).toBe(1)
  expect(await found('A stand-in stands for it. The person who maintains it.')).toBe(0)
})
