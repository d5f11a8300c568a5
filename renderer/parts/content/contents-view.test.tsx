import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { fileName } from '../../ui/base/file-name'
import { hexLines } from './bytes'
import { contentsKind, contentsSize } from './contents-kind'
import { ContentsView } from './contents-view'

const text = (uri: string, mimeType: string | null, content: string) => ({
  uri,
  mimeType,
  text: content,
  blob: null
})
const blob = (mimeType: string | null, data: string) => ({ uri: 'a://b', mimeType, text: null, blob: data })

test.each([
  [text('a://b', 'text/plain', 'x'), 'text'],
  [text('a://b', 'text/markdown; charset=utf-8', 'x'), 'markdown'],
  [text('a://b.md', null, 'x'), 'markdown'],
  [text('a://b.md', 'application/json', '{}'), 'json'],
  [text('a://b', 'application/vnd.api+json', '{}'), 'json'],
  [text('a://b.ts?x=1', 'text/plain', 'x'), 'code'],
  [text('a://b', 'text/x-python', 'x'), 'code'],
  [text('a://constructor', '__proto__', 'x'), 'text'],
  [blob('image/png', samplePng), 'image'],
  [blob('image/svg+xml', 'PHN2Zz4='), 'code'],
  [blob('audio/mpeg', 'AAAA'), 'audio'],
  [blob('text/plain', btoa('hello')), 'text'],
  [blob('text/plain', btoa('\xff\xfe\xfd')), 'bytes'],
  [blob('application/pdf', btoa('%PDF-1.7')), 'pdf'],
  [blob('Application/PDF; version=2', btoa('no mark')), 'pdf'],
  [blob('application/octet-stream', btoa('%PDF-1.7')), 'pdf'],
  [blob(null, btoa('%PDF-2.0')), 'pdf'],
  [blob(null, btoa('%PS-Adobe')), 'bytes'],
  [blob('application/zip', btoa('%PDF-1.7')), 'bytes'],
  [text('a://b.pdf', 'application/pdf', 'a text'), 'text'],
  [blob(null, '!!!'), 'bytes'],
  [{ uri: 'a://b', mimeType: null, text: null, blob: null }, 'nothing']
])('RES-03: shows %o as %s', (contents, type) => {
  expect(contentsKind(contents).type).toBe(type)
})

test('RES-26: shows type, size and first bytes of content without a view', () => {
  show(
    <ContentsView contents={[blob('application/zip', btoa(`%PDF-1.7${'x'.repeat(400)}`))]} name="contract" />
  )
  expect(screen.getByText('application/zip, 408 bytes')).toBeTruthy()
  const hex = screen.getByRole('group', { name: 'First bytes' }).textContent
  expect(hex).toMatch(/^0000 {2}25 50 44 46 2d 31 2e 37 78/)
  expect(hex.split('\n')).toHaveLength(16)
})

test('says that data is no base64', () => {
  show(<ContentsView contents={[blob('application/zip', '%%%')]} name="x" />)
  expect(screen.getByText(/The data isn't valid base64/)).toBeTruthy()
  expect(hexLines('%%%')).toBeNull()
})

test("shows the bytes of a picture that can't be drawn and of a sound that can't be played", () => {
  const { container } = show(
    <ContentsView
      contents={[blob('image/png', 'AAAA'), { ...blob('audio/wav', 'AAAA'), uri: 'a://c' }]}
      name="x"
    />
  )
  fireEvent.error(screen.getByRole('img', { name: 'Image x' }))
  fireEvent.error(container.querySelector('audio')!)
  expect(screen.getByText(/Can't display this image/)).toBeTruthy()
  expect(screen.getByText(/Can't play this audio/)).toBeTruthy()
})

test('RES-26: keeps HTML in Markdown, code and plain text as text and loads nothing', () => {
  const evil = '<img src="https://example.com/x.png" onerror="alert(1)"> ![x](https://example.com/y.png)'
  const { container } = show(
    <ContentsView
      contents={[
        text('a://1.md', null, evil),
        text('a://2.html', 'text/html', evil),
        text('a://3', 'text/plain', evil),
        text('a://4', 'application/json', evil)
      ]}
      name="x"
    />
  )
  expect(container.querySelector('img, script, iframe')).toBeNull()
  expect(screen.getByText('a://2.html')).toBeTruthy()
})

test('counts sizes in bytes, not characters', () => {
  expect(contentsSize([text('a://b', null, 'é€'), blob(null, btoa('abcd'))])).toBe(9)
})

test('saves text and bytes unchanged, under the last name of their address', async () => {
  const saveFile = vi.fn(async (_name: string, _data: string) => {})
  const pdf = { ...blob('application/pdf', btoa('%PDF')), uri: 'files:///a/b/Report%20%2F1.pdf?x=1' }
  const { person } = show(<ContentsView contents={[text('note:///1', 'text/plain', 'é'), pdf]} name="x" />, {
    saveFile
  })
  for (const button of screen.getAllByRole('button', { name: 'Save as…' })) await person.click(button)
  expect(saveFile.mock.calls).toEqual([
    ['1.txt', btoa('\u00c3\u00a9')],
    ['Report -1.pdf', btoa('%PDF')]
  ])
})

test.each([
  ['../../etc/passwd', null, 'passwd'],
  ['a://x/..', 'text/plain', 'content.txt'],
  ['a://x/%2e%2e%2f%2e%2e%2fevil.sh', null, 'evil.sh'],
  ['C:\\Windows\\win.ini', null, 'C-Windows-win.ini'],
  ['a://x/inv\u202Eoice', 'application/pdf', 'inv-oice.pdf'],
  ['%', null, '%'],
  ['', 'image/png', 'content.png'],
  [`a://${'x'.repeat(500)}`, 'image/png', `${'x'.repeat(120)}.png`]
])('suggests, for %j of type %j, the name %j', (address, mimeType, name) => {
  expect(fileName(address, mimeType)).toBe(name)
})
