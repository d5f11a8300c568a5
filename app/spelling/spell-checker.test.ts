import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants as zlib } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger, SecretRegistry } from '../base/logger'
import { spellingLimits } from '../contract/settings/spelling-limits'
import { toEnglish } from '../texts/render-localized'
import type { ChosenSpelling } from './chosen-dictionaries'
import type { SpellerThread } from './interface'
import type { FromSpeller, SpellerWork, ToSpeller } from './spelling-messages'
import { serveSpelling } from './serve-spelling'
import { LocalSpelling } from './spell-checker'

const packageFile = createRequire(import.meta.url).resolve
const wasmBinary = readFileSync(packageFile('hunspell-wasm/wasm/hunspell.wasm'))
const english = path.join(path.dirname(packageFile('dictionary-en')), 'index')

const packedWords = brotliCompressSync(readFileSync(`${english}.dic`), {
  params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MIN_QUALITY }
})

let folder = ''
let logged: unknown[] = []
let spawned: SpellerWork[] = []
let asked: string[] = []
let told: string[] = []
let choice: ChosenSpelling = { isOn: true, languages: null, shown: 'en' }
let names: string[] = []
let opened: LocalSpelling[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-spelling-'))
  for (const name of ['shipped', 'system', 'data/dictionaries'])
    mkdirSync(path.join(folder, name), { recursive: true })
  // As in the build: only long files are packed.
  writeFileSync(path.join(folder, 'shipped', 'en.aff'), readFileSync(`${english}.aff`))
  writeFileSync(path.join(folder, 'shipped', 'en.dic.br'), packedWords)
  choice = { isOn: true, languages: null, shown: 'en' }
  ;[logged, spawned, asked, told, names, opened] = [[], [], [], [], [], []]
})

afterEach(async () => {
  for (const each of opened) await each.dispose()
  rmSync(folder, { recursive: true })
})

/** The real Hunspell, without the thread around it. */
function spawn(work: SpellerWork): SpellerThread {
  spawned.push(work)
  const [inside, outside] = [new EventEmitter(), new EventEmitter()]
  const port = {
    postMessage: (news: FromSpeller) => void outside.emit('message', news),
    on: (event: 'message', listener: (told: ToSpeller) => void) => inside.on(event, listener)
  }
  serveSpelling(port, work, wasmBinary)
  return {
    postMessage: (told) => {
      if (told.type === 'check') asked.push(...told.words)
      inside.emit('message', told)
    },
    on: (event: string, listener: (news: FromSpeller) => void) => outside.on(event, listener),
    terminate: async () => void outside.removeAllListeners()
  }
}

function open(thread = spawn): LocalSpelling {
  const log = createLogger((record) => void logged.push(record), {
    secrets: new SecretRegistry(),
    now: Date.now
  })
  const spelling = new LocalSpelling({
    port: {
      shippedFolder: path.join(folder, 'shipped'),
      systemFolders: [path.join(folder, 'system'), path.join(folder, 'not-there')],
      spawn: thread
    },
    dataFolder: path.join(folder, 'data'),
    choice: () => choice,
    names: () => names,
    tell: (said) => void told.push(toEnglish(said)),
    now: () => 0,
    log
  })
  opened.push(spelling)
  return spelling
}

const put = (where: 'system' | 'data/dictionaries', files: Record<string, string | Uint8Array>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, where, name), content)
}
const german = {
  'de_DE.aff': 'SET UTF-8\nCOMPOUNDFLAG Z\nCOMPOUNDMIN 3\nSFX N Y 1\nSFX N 0 n .\n',
  'de_DE.dic': '4\nHaus/Z\ntür/Z\nschlüssel/Z\nFehler/N\n'
}
const problemsOf = async (spelling: LocalSpelling) => (await spelling.read()).problems.map(toEnglish)

describe('English', () => {
  it('tells correct words from misspelled ones, and suggests corrections', async () => {
    const spelling = open()
    const words = ['receive', 'recieve', "isn't", 'hapily', 'Otters', 'London']
    expect(await spelling.check(words)).toEqual(['recieve', 'hapily'])
    expect(await spelling.suggest('recieve')).toContain('receive')
  })

  it('loads nothing before the first word arrives', async () => {
    const spelling = open()
    expect(await spelling.check([])).toEqual([])
    await spelling.read()
    expect(spawned).toEqual([])
    await spelling.check(['otter'])
    expect(spawned).toHaveLength(1)
  })

  it('accepts a packed dictionary only from the product', async () => {
    put('system', { 'de_DE.aff': 'SET UTF-8\n', 'de_DE.dic.br': brotliCompressSync('1\nHaus\n') })
    expect((await open().read()).dictionaries.map(({ name }) => name)).toEqual(['en'])
  })

  it("ignores text that isn't a word, and names of servers and tools", async () => {
    names = ['zworble', 'read-qotes']
    const words = ['Zworble', 'qotes', 'readFile', 'v2x', 'MCPs', 'mcp_srv', 'x'.repeat(65), 'qottes']
    expect(await open().check(words)).toEqual(['qottes'])
  })
})

describe('other languages', () => {
  it('ignores words in a script that no dictionary in use has', async () => {
    const words = ['Привет', 'שלום', 'こんにちは', '안녕하세요', 'wether']
    expect(await open().check(words)).toEqual(['wether'])
    put('system', { 'ru_RU.aff': 'SET UTF-8\n', 'ru_RU.dic': '1\nПривет\n' })
    choice = { ...choice, languages: ['ru_RU', 'en'] }
    expect(await open().check([...words, 'Превет'])).toEqual(['wether', 'Превет'])
  })

  it('accepts compound words, and English words in the same text', async () => {
    put('system', german)
    choice = { ...choice, shown: 'de' }
    const spelling = open()
    const words = ['Haustürschlüssel', 'Haustürschlüsel', 'Fehlern', 'weather', 'wether']
    expect(await spelling.check(words)).toEqual(['Haustürschlüsel', 'wether'])
    expect((await spelling.read()).dictionaries).toEqual([
      { name: 'de_DE', from: 'system', isInUse: true },
      { name: 'en', from: 'shipped', isInUse: true }
    ])
  })

  it('reads dictionaries in an old encoding, with their flags', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    put('data/dictionaries', {
      'de_AT.aff': latin('SET ISO8859-1\nTRY eü\nSFX \xe4 Y 1\nSFX \xe4 0 n .\n'),
      'de_AT.dic': latin('2\nGrüße/\xe4\nTür\n')
    })
    choice = { ...choice, languages: ['de_AT'] }
    const spelling = open()
    expect(await spelling.check(['Grüße', 'Grüßen', 'Tür', 'Türn'])).toEqual(['Türn'])
    expect(await spelling.suggest('Grüse')).toContain('Grüße')
  })

  it('checks nothing if the language of the window has no dictionary, and names the missing one', async () => {
    choice = { ...choice, shown: 'de' }
    const spelling = open()
    expect(await spelling.check(['Haustürschlüssel', 'recieve'])).toEqual([])
    expect((await spelling.read()).missing).toEqual(['de'])
    expect(spawned).toEqual([])
  })

  it('follows the settings: other languages, and off', async () => {
    put('system', german)
    const spelling = open()
    expect(await spelling.check(['Haus', 'recieve'])).toEqual(['Haus', 'recieve'])
    choice = { ...choice, languages: ['de_DE'] }
    spelling.reopen()
    expect(await spelling.check(['Haus', 'receive'])).toEqual(['receive'])
    choice = { ...choice, isOn: false }
    spelling.reopen()
    expect(await spelling.check(['Haus', 'receive'])).toEqual([])
  })
})

describe('a broken dictionary', () => {
  it.each([
    ['no rules', { 'de.dic': '1\nHaus\n' }, /de\.dic isn't used, because the \.aff file/],
    [
      'no list',
      { 'de.aff': 'SET UTF-8\n', 'de.dic': '<html>404</html>' },
      /de\.dic isn't a valid dictionary/
    ],
    ['no words', { 'de.aff': 'SET UTF-8\n', 'de.dic': '0\n' }, /de\.dic can't be used/],
    [
      'an unknown encoding',
      { 'de.aff': 'SET KLINGON\n', 'de.dic': '1\nHaus\n' },
      /de\.aff uses the encoding KLINGON/
    ]
  ])(
    'names a dictionary with %s, and continues with English',
    async (_what, files: Record<string, string>, problem) => {
      put('data/dictionaries', files)
      choice = { ...choice, languages: ['de', 'en'] }
      const spelling = open()
      expect(await spelling.check(['receive', 'recieve'])).toEqual(['recieve'])
      const problems = await problemsOf(spelling)
      expect(problems).toEqual([expect.stringMatching(problem)])
      expect(problems[0]).toContain(path.join(folder, 'data', 'dictionaries'))
    }
  )

  it('marks nothing when it is the only one', async () => {
    put('data/dictionaries', { 'de.aff': 'SET UTF-8\n', 'de.dic': 'Haus\n' })
    choice = { ...choice, languages: ['de'] }
    expect(await open().check(['Haus', 'recieve'])).toEqual([])
    expect(told).toEqual([expect.stringMatching(/de\.dic isn't a valid dictionary/)])
  })

  it('ends the check when it crashes the thread, and reports it', async () => {
    const spelling = open(() => ({
      postMessage: () => {},
      on: (event: string, listener: (...news: never[]) => void) =>
        void (event === 'exit' && setTimeout(listener)),
      terminate: async () => {}
    }))
    expect(await spelling.check(['recieve'])).toEqual([])
    expect(await problemsOf(spelling)).toEqual([expect.stringMatching(/no longer checks spelling/)])
  })
})

describe('words that the user added', () => {
  const file = () => path.join(folder, 'data', 'dictionaries', 'own-words.txt')

  it('are correct from that point, at the start of a sentence and after a restart too', async () => {
    const spelling = open()
    expect(await spelling.check(['zworble'])).toEqual(['zworble'])
    await Promise.all([spelling.learn('zworble'), spelling.learn('Qottes'), spelling.learn('zworble')])
    expect(await spelling.check(['zworble', 'Zworble', 'Qottes', 'qottes'])).toEqual(['qottes'])
    expect(await open().check(['zworble', 'Qottes'])).toEqual([])
  })

  it('are saved beside the words that the user added to the file since', async () => {
    const spelling = open()
    await spelling.learn('zworble')
    writeFileSync(file(), '\u{feff}zworble\r\nqottes\r\n')
    await spelling.learn('frobber')
    expect(readFileSync(file(), 'utf8')).toBe('zworble\nqottes\nfrobber\n')
  })

  it('are not overwritten when the file cannot be read', async () => {
    mkdirSync(file())
    const spelling = open()
    await expect(spelling.learn('zworble')).rejects.toMatchObject({ code: 'SPELLING_NOT_KEPT' })
    expect(await spelling.check(['zworble', 'receive'])).toEqual(['zworble'])
    expect(await problemsOf(spelling)).toEqual([expect.stringContaining(file())])
  })

  it('have a limit, which is reported', async () => {
    const most = Array.from({ length: spellingLimits.ownWords }, (_none, at) => `word${at}`)
    writeFileSync(file(), most.join('\n'))
    await expect(open().learn('zworble')).rejects.toThrow(/already contains 10,000 words/)
    expect(readFileSync(file(), 'utf8')).toBe(most.join('\n'))
  })
})

describe('an ignored word', () => {
  it('is correct until the end of the session, and is written to no file', async () => {
    const spelling = open()
    expect(await spelling.check(['zworble'])).toEqual(['zworble'])
    spelling.ignore('zworble')
    expect(await spelling.check(['zworble', 'Zworble', 'zworbel'])).toEqual(['zworbel'])
    expect(await open().check(['zworble'])).toEqual(['zworble'])
  })
})

describe('a compromised page', () => {
  it('looks a word up once, and only a limited number per minute', async () => {
    const spelling = open()
    const letters = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const words = Array.from(
      { length: spellingLimits.newWordsPerMinute + 50 },
      (_none, at) => `q${letters(at)}`
    )
    await spelling.check(words)
    await spelling.check(words)
    expect(asked).toHaveLength(spellingLimits.newWordsPerMinute)
  })

  it('limits the number of waiting calls', async () => {
    const spelling = open()
    const calls = Array.from({ length: spellingLimits.waiting + 1 }, () => spelling.check(['recieve']))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ length }) => length === 0)).toHaveLength(1)
  })

  it('writes no word to a log', async () => {
    put('data/dictionaries', { 'de.aff': 'SET UTF-8\n', 'de.dic': 'Haus\n' })
    choice = { ...choice, languages: ['de', 'en'] }
    const spelling = open()
    await spelling.check(['recieve'])
    await spelling.learn('recieve')
    expect(logged).not.toEqual([])
    expect(JSON.stringify(logged)).not.toContain('recieve')
  })
})
