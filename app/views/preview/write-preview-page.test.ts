import { describe, expect, it } from 'vitest'
import { writePreviewPage, type PreviewPage } from './write-preview-page'

const write = (page: Partial<PreviewPage>) =>
  writePreviewPage({ kind: 'html', text: '', script: '', isReporting: true, ...page })

describe('the page of a preview', () => {
  it.each([
    ['<p>Hi</p>', '<!doctype html>'],
    ['<!doctype html><p>Hi</p>', '<!doctype html>'],
    ['\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>Hi</p>', '\n<!DOCTYPE HTML PUBLIC'],
    ['<!-- a page --><!doctype html><p>Hi</p>', '<!-- a page --><!doctype html>']
  ])("begins %j with its doctype, then with Parley's script", (text, start) => {
    const page = write({ text })
    expect(page.startsWith(start)).toBe(true)
    expect(page.match(/<!doctype/gi)).toHaveLength(1)
    expect(page.indexOf('<script>')).toBeLessThan(page.indexOf('<p>'))
  })

  it('keeps the line numbers of the text', () => {
    expect(write({ text: '<p>\n<b>' }).split('\n')).toHaveLength(2)
  })

  it('lets no text end the script that gets it', () => {
    const page = write({ kind: 'markdown', text: '</script><script>alert(1)</script><!--' })
    expect(page).not.toContain('alert(1)</script>')
    expect(page.match(/<script>/g)).toHaveLength(3)
    expect(page).toContain(String.raw`drawPreview("\u003c/script>`)
  })

  it('lets no string of a script of Parley end it', () => {
    const page = write({ kind: 'react', script: 'const end = "</script><!-- <script>"' })
    expect(page.match(/<\/script>/g)).toHaveLength(3)
    expect(page).not.toContain('<!--')
  })

  it('reports nothing from a browser', () => {
    expect(write({ text: '<p>', isReporting: false })).not.toContain('<script>')
  })

  it.each(['svg', 'mermaid'] as const)('has a drawing as it is, for %s', (kind) => {
    expect(write({ kind, text: '<svg><text>A</text></svg>' })).toContain('<svg><text>A</text></svg>')
  })
})
