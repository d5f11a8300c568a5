import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/show'
import { findPreviewKind } from '../base/find-preview-kind'
import { Markdown } from './markdown'
import { PreviewContext } from './preview-button'

const place = { conversationId: 'c1', messageId: 'm1' }
const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``

function showAnswer(text: string, isStreaming = false) {
  const showPreview = vi.fn()
  const shown = show(
    <PreviewContext value={place}>
      <Markdown text={text} isStreaming={isStreaming} />
    </PreviewContext>,
    { showPreview }
  )
  return { showPreview, ...shown }
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' })

it('shows the exact code of its block after a press, and not before', async () => {
  const { showPreview, person } = showAnswer(`Here:\n\n${fence('html', '<p>\n  Hi</p>')}`)
  expect(showPreview).not.toHaveBeenCalled()
  await person.click(button())
  expect(showPreview).toHaveBeenCalledExactlyOnceWith({ ...place, kind: 'html', code: '<p>\n  Hi</p>' })
})

it('is also beside a drawing', async () => {
  const { showPreview, person } = showAnswer(fence('svg', '<svg/>'))
  await person.click(button())
  expect(showPreview).toHaveBeenCalledExactlyOnceWith({ ...place, kind: 'svg', code: '<svg/>' })
})

it('is disabled while its block grows, and enabled once the block is complete', async () => {
  const { showPreview, person } = showAnswer('```html\n<p>Hi', true)
  await person.click(button())
  expect(showPreview).not.toHaveBeenCalled()
  showAnswer(`${fence('html', '<p>Hi</p>')}\n\nAnd more`, true)
  const [growing, complete] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Preview' })
  expect(growing?.getAttribute('aria-disabled') ?? growing?.disabled).toBeTruthy()
  expect(complete?.getAttribute('aria-disabled') ?? complete?.disabled).toBeFalsy()
})

it('is absent where no model wrote the text, and at code that is no page', () => {
  show(<Markdown text={fence('html', '<p>Hi</p>')} />)
  showAnswer(fence('python', 'print(1)'))
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
})

it.each([
  ['html', '', 'html'],
  ['HTML', '', 'html'],
  ['md', '', 'markdown'],
  ['mermaid', '', 'mermaid'],
  ['tsx', '', 'react'],
  ['xml', '<?xml version="1.0"?>\n<svg/>', 'svg'],
  ['xml', '<note><svg/></note>', null],
  ['javascript', "import React from 'react'", 'react'],
  ['javascript', 'const react = 1', null],
  ['constructor', '', null],
  ['', '<p>', null]
] as const)('treats ```%s with %j as %s', (language, code, kind) => {
  expect(findPreviewKind(language, code)).toBe(kind)
})
