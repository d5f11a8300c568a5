import { expect, test } from 'vitest'
import { createManualCommand, pathNotes, parseShellEntry } from './shell-command'

const entry = (value: object) => {
  const read = parseShellEntry(JSON.stringify(value))
  if (read === null) throw new Error('It is an entry')
  return read
}

test('UI-11: makes a command that can be pasted into a terminal, with any characters in it', () => {
  const odd = entry({
    command: '/path with spaces/run',
    args: ["it's", '$(rm -rf ~)', '--plain=1'],
    cwd: '/a b'
  })
  expect(createManualCommand(odd, 'linux')).toBe(
    String.raw`cd '/a b' && '/path with spaces/run' 'it'\''s' '$(rm -rf ~)' --plain=1`
  )
  const windows = entry({ command: String.raw`C:\Program Files\node.exe`, args: ['say "hi"'] })
  expect(createManualCommand(windows, 'win32')).toBe(String.raw`"C:\Program Files\node.exe" "say ""hi"""`)
  const folders = entry({ command: 'npx', args: [String.raw`C:\my files\\`.slice(0, -1), '100% of %PATH%'] })
  expect(createManualCommand(folders, 'win32')).toBe(
    String.raw`npx "C:\my files\\" "100"^%" of "^%"PATH"^%""`
  )
  expect(createManualCommand(entry({ url: 'https://example.com/mcp?a=1&b=2' }), 'linux')).toBe(
    "curl -i 'https://example.com/mcp?a=1&b=2'"
  )
})

test('UI-11: shows the names of variables, but not their values', () => {
  const read = entry({ command: 'node', env: { TOKEN: 'very secret' } })
  expect(read.environmentNames).toEqual(['TOKEN'])
  expect(JSON.stringify(read)).not.toContain('very secret')
})

test('UI-11 CONF-10: names paths that are not absolute, but no packages and options', () => {
  const args = ['-y', '@modelcontextprotocol/server-filesystem', './here', 'build/index.js', '/whole/file.js']
  expect(pathNotes(entry({ command: 'npx', args }))).toEqual([
    expect.stringMatching(/^Parley looks for npx in the PATH/),
    expect.stringMatching(/^The argument \.\/here is a relative path/),
    expect.stringMatching(/^The argument build\/index\.js is a relative path/)
  ])
  expect(pathNotes(entry({ command: './run', cwd: '/srv' }))[0]).toContain('a relative path from /srv')
  expect(
    pathNotes(entry({ command: '/usr/bin/node', args: ['/srv/a.js', 'https://a.example/b.js'] }))
  ).toEqual([])
})

test('rejects what is no entry', () => {
  for (const json of ['', 'null', '[', '7']) expect(parseShellEntry(json)).toBeNull()
})
