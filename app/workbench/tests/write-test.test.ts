import { describe, expect, it } from 'vitest'
import { parseTestFile } from './parse-test-file'
import { addCallTest, writeCallAsTest } from './write-test'

const call = {
  toolName: 'echo',
  arguments: { message: 'hi: there' },
  result: { text: 'Echo: hi: there', isError: false }
}

describe('a call as a test', () => {
  it('is a whole file that names its server and its schema', async () => {
    const text = await writeCallAsTest('notes', call)
    expect(text).toBe(
      `# yaml-language-server: $schema=./tests.schema.json

server: "notes"
tests:
  - name: echo
    call: echo
    arguments:
      message: "hi: there"
    expect:
      equals: "Echo: hi: there"
`
    )
    expect(await parseTestFile(text)).toMatchObject({
      server: 'notes',
      problems: [],
      tests: [{ call: 'echo' }]
    })
  })

  it('expects an error again, and the beginning of a long result', async () => {
    const long = { text: 'x'.repeat(5_000), isError: true }
    const { tests } = await parseTestFile(await writeCallAsTest('notes', { ...call, result: long }))
    expect(tests[0]?.expect).toEqual({ isError: true, contains: 'x'.repeat(1_000) })
  })
})

describe('adding a test', () => {
  it('keeps comments and gives it a name of its own', async () => {
    const before = '# mine\ntests:\n  # the first\n  - name: echo\n    call: echo\n'
    const { text, name } = await addCallTest(before, { toolName: 'echo', arguments: {} })
    expect(name).toBe('echo 2')
    expect(text).toBe(`${before}  - name: echo 2\n    call: echo\n`)
  })

  it('starts a file', async () => {
    const { text } = await addCallTest(null, { toolName: 'ping', arguments: {} })
    expect(text).toContain('yaml-language-server: $schema=./tests.schema.json')
    expect(await parseTestFile(text)).toMatchObject({ problems: [], tests: [{ name: 'ping', call: 'ping' }] })
  })

  it('refuses a file with faults', async () => {
    await expect(addCallTest('tests: [', { toolName: 'ping', arguments: {} })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
  })
})
