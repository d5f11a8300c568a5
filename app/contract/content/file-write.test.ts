import { describe, expect, it } from 'vitest'
import { detectFileWrite, writeInto } from './file-write'

const edits = (list: unknown[]) => ({ path: '/a', edits: list }) as never

describe('a call that writes a file', () => {
  it.each([
    ['write_file', { path: '/a', content: 'x' }, { type: 'whole', path: '/a', content: 'x' }],
    ['append_to_file', { file_path: '/a', text: 'x' }, { type: 'append', path: '/a', content: 'x' }],
    [
      'str_replace',
      { path: '/a', old_str: 'b', new_str: 'c' },
      { type: 'edits', path: '/a', edits: [{ from: 'b', to: 'c' }] }
    ]
  ])('recognizes %s by its arguments', (name, args, write) => {
    expect(detectFileWrite(name, args)).toEqual(write)
  })

  it('recognizes an edit by its list of passages', () => {
    expect(detectFileWrite('edit_file', edits([{ oldText: 'b', newText: 'c' }]))).toEqual({
      type: 'edits',
      path: '/a',
      edits: [{ from: 'b', to: 'c' }]
    })
  })

  it.each([
    ['read_file', { path: '/a', content: 'x' }],
    ['write_file', { content: 'x' }],
    ['write_file', { path: 7, content: 'x' }],
    ['edit_file', { path: '/a', edits: [], dryRun: false }],
    ['edit_file', { path: '/a', edits: [{ oldText: 'b' }] }],
    ['edit_file', { path: '/a', edits: [{ oldText: 'b', newText: 'c' }], dryRun: true }]
  ])('rejects %s with %j', (name, args) => expect(detectFileWrite(name, args as never)).toBeNull())
})

describe('the resulting file', () => {
  const edited = (before: string, list: unknown[]) =>
    writeInto(before, detectFileWrite('edit_file', edits(list))!)

  it('applies each edit after the other, with consistent line ends', () => {
    const list = [
      { oldText: 'a\nb', newText: 'c' },
      { oldText: 'c', newText: '$&' }
    ]
    expect(edited('a\r\nb\r\n', list)).toEqual({ text: '$&\n', missing: 0 })
  })

  it('reports missing passages', () => {
    expect(
      edited('a', [
        { oldText: 'x', newText: 'y' },
        { oldText: '', newText: 'y' }
      ])
    ).toEqual({ text: 'a', missing: 2 })
  })

  it('has the new text, or the old text with additions', () => {
    expect(writeInto('a', { type: 'whole', path: '/a', content: 'b' }).text).toBe('b')
    expect(writeInto('a', { type: 'append', path: '/a', content: 'b' }).text).toBe('ab')
  })
})
