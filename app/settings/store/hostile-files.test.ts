/** Broken and hostile settings files, each with its expected problems. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problemsInEnglish } from '../../testing/in-english'
import { toEnglish } from '../../texts/render-localized'
import { parseSettings } from '../parse/parse-settings'
import type { Interpretation } from '../parse/parse-settings'
import { decodeSettingsText } from '../document/text-encoding'

const bytesOf = (name: string) => readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url))
const read = (name: string) => parseSettings(decodeSettingsText(bytesOf(name)).text)

function usable(read: Interpretation) {
  if (read.type === 'broken') throw new Error(`broken: ${toEnglish(read.problem.message)}`)
  const { content } = read
  const problems = problemsInEnglish(read.problems)
  const messages = (serverName: string) =>
    problems.filter((p) => p.serverName === serverName).map((p) => p.message)
  return { content, problems, messages, names: content.servers.map(({ name }) => name) }
}

function broken(read: Interpretation) {
  if (read.type !== 'broken') throw new Error('the file was taken')
  return { ...read.problem, message: toEnglish(read.problem.message) }
}

describe("a file that isn't a settings file", () => {
  test.each([
    ['empty', 1, 1, /empty/],
    ['half-written', 9, 5, /isn't valid JSON at line 9, column 5: a text isn't closed/],
    ['top-level-null', 1, 1, /must contain an object.*It contains null/],
    ['merge-conflict', 3, 1, /unfinished merge.*<<<<<<</],
    ['html-page', 1, 1, /web page/]
  ])('is refused with its position: %s', (name, line, column, message) => {
    const problem = broken(read(name))
    expect(problem).toMatchObject({ severity: 'error', line, column, path: '', serverName: null })
    expect(problem.message).toMatch(message)
  })

  test('is refused without repeating what looks like HTML', () => {
    expect(broken(read('html-page')).message).not.toContain('<')
  })

  test('is refused for endlessly nested brackets, without a crash', () => {
    expect(broken(parseSettings('['.repeat(200_000))).message).toMatch(/nested too deeply|not valid JSON/)
  })
})

test('reads UTF-16 by its byte order mark', () => {
  expect(decodeSettingsText(bytesOf('utf16le')).encoding).toBe('utf-16le')
  expect(usable(read('utf16le')).names).toEqual(['files'])
})

test('reports invalid UTF-8', () => {
  const decoded = decodeSettingsText(bytesOf('invalid-utf8'))
  expect(decoded.invalidAt).toBe(decoded.text.indexOf('caf') + 3)
})

describe('wrong types', () => {
  const file = usable(read('wrong-types'))

  test('stop only their own entries', () => {
    expect(file.names).toEqual(['ok'])
    expect(file.content.brokenServers.map(({ name }) => name)).toEqual([...'abcdefghijkl'])
    expect(file.content.serverOrder).toEqual([...'abcdefghijkl', 'ok'])
  })

  test('CONF-09: are named by path, expected type and position', () => {
    const at = (path: string) => file.problems.find((problem) => problem.path === path)
    expect(at('mcpServers.a.command')).toMatchObject({
      line: 4,
      column: 18,
      serverName: 'a',
      severity: 'error'
    })
    expect(at('mcpServers.a.command')?.message).toBe('"command" must be a text and is a number. Write "5".')
    expect(at('mcpServers.c.args')?.message).toBe(
      '"args" must be a list and is a text. Put it in brackets: ["…"].'
    )
    expect(at('mcpServers.d.args[1]')?.message).toMatch(/Item 2 of "args" must be a text and is null/)
    expect(at('mcpServers.e.env')?.message).toMatch(/must be an object and is a list/)
    expect(at('mcpServers.f.env.D')?.message).toMatch(/Write "true"/)
    expect(at('mcpServers.g')?.message).toMatch(/The entry must be an object and is a text/)
    expect(at('mcpServers.l.disabled')?.message).toMatch(/Write false without quotes/)
    expect(at('mcpServers.l.timeout')?.message).toMatch(/Did you mean "timeoutMs"\?/)
  })
})

test('reports prototype keys, which change nothing', () => {
  const file = usable(read('prototype-pollution'))
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(({} as Record<string, unknown>)['autoApprove']).toBeUndefined()
  expect(file.names).toEqual(['constructor', 'toString', 'files'])
  expect(file.content.brokenServers.map(({ name }) => name)).toEqual(['__proto__'])
  expect(file.problems.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '__proto__',
      'mcpServers.__proto__',
      'mcpServers.files.__proto__',
      'mcpServers.files.env.__proto__'
    ])
  )
  const files = file.content.servers.find(({ name }) => name === 'files')
  expect(files).toMatchObject({ env: {} })
  expect(Object.getPrototypeOf((files as { env: object }).env)).toBe(Object.prototype)
})

test("resolves no path relative to Parley's working folder", () => {
  const file = usable(read('relative-paths'))
  expect(file.names).toEqual(['bare', 'dir', 'device']) // the system refuses them when they are started
  expect(file.messages('dot')[0]).toMatch(/"\.\/server" is a relative path.*cwd/)
  expect(file.messages('parent')[0]).toMatch(/relative path/)
  expect(file.messages('tilde')[0]).toMatch(/Write the full path/)
  expect(file.messages('env')[0]).toMatch(/no shell is used/)
  expect(file.messages('cwd')[0]).toMatch(/"\.\.\/\.\." is a relative path/)
  expect(file.messages('empty')[0]).toMatch(/command is empty/)
  expect(file.messages('unc')[0]).toMatch(/network share/)
})

describe('names', () => {
  const file = usable(read('lookalike-names'))

  test('are marked if they look alike', () => {
    for (const name of ['files', 'Files', 'fіles', 'files ']) {
      expect(file.messages(name).join(), name).toMatch(/The name looks like/)
    }
    const files = file.content.servers.find(({ name }) => name === 'files')
    expect(files?.lookAlikes).toEqual(expect.arrayContaining(['Files', 'fіles', 'files ']))
  })

  test('are refused if they are empty, blank, too long or have invisible characters', () => {
    const bad = file.content.brokenServers.map(({ name }) => name)
    expect(bad).toEqual(expect.arrayContaining([' ', '\u202eselif', 'fi\u200bles']))
    expect(file.problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/needs a name/),
        expect.stringMatching(/at most 200 characters/),
        expect.stringMatching(/invisible character \(U\+202E\)/)
      ])
    )
  })

  test('CONF-06: are accepted if they are unusual but visible, in the order of the file', () => {
    expect(file.names.filter((name) => /^(?:0|a\/b|\.\.\/x|x__y|system|<b>)/.test(name))).toEqual(
      expect.arrayContaining(['0', 'a/b', '../x', 'x__y', 'system', '<b>files</b>'])
    )
    expect(file.names[0]).toBe('0')
  })
})

test('refuses addresses and headers that must not be used, with the reason', () => {
  const file = usable(read('bad-urls'))
  expect(file.names).toEqual(['http', 'meta', 'idn']) // the question before the start warns about these
  expect(file.messages('js')[0]).toMatch(/https or http, not javascript/)
  expect(file.messages('user')[0]).toMatch(/user name or password/)
  expect(file.problems.map(({ message }) => message).join()).not.toContain('secret@')
  expect(file.content.brokenServers.find(({ name }) => name === 'user')?.address).not.toContain('secret')
  expect(file.messages('space')[0]).toMatch(/contains a space/)
  expect(file.messages('port')[0]).toMatch(/valid address/)
  expect(file.messages('ws')[0]).toMatch(/not ws/)
  const crlf = file.messages('crlf').join(' ')
  for (const part of [
    /one line without control/,
    /"Bad Name" can.t be/,
    /Parley sets the header Host/,
    /Parley sets the header Content-Length/
  ]) {
    expect(crlf).toMatch(part)
  }
})

test('refuses variables in a command, and points out variables of other apps', () => {
  const file = usable(read('variable-expansion'))
  expect(file.names).toEqual([])
  expect(file.messages('env')[0]).toMatch(/doesn't replace variables in a command/)
})

test('reads two thousand servers in order', () => {
  const entry = { command: 'node', args: ['-e', 'process.exit()'] }
  const names = Array.from({ length: 2_000 }, (_, index) => `server-${index}`)
  const text = JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, entry])) }, null, 2)
  expect(usable(parseSettings(text)).names).toEqual(names)
})

test('refuses NUL and control characters before anything is started', () => {
  const file = usable(read('nul-and-controls'))
  expect(file.names).toEqual([])
  expect(file.messages('nul').join()).toMatch(/command contains a control character \(U\+0000\)/)
  expect(file.messages('nul')).toHaveLength(4)
  expect(file.messages('controls').join()).toMatch(/U\+001B.*U\+0007/)
})

test('changes no limit for extreme numbers under an unknown name', () => {
  const file = usable(read('numbers'))
  expect(file.names).toEqual([...'abcdef'])
  for (const server of file.content.servers) {
    expect(server).toMatchObject({ timeoutMs: 60_000, maxTotalTimeoutMs: 600_000 })
    expect(file.messages(server.name)[0]).toMatch(/Did you mean "timeoutMs"\?/)
  }
})

test('reads scripts and runners without running them', () => {
  expect(usable(read('platform-scripts')).content.servers).toHaveLength(8)
  expect(usable(read('runs-on-load')).names).toEqual(['helper'])
})
