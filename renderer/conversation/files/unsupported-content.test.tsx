import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ModelsView, ModelView } from '../../../app/contract/settings'
import { show } from '../../testing/show'
import { attachFile, clearAttachments } from '../content/attachments-view-store'
import { UnsupportedContent } from './unsupported-content'

const file = (name: string, more: object) =>
  attachFile('c', {
    fileId: name,
    name,
    mimeType: 'application/pdf',
    size: 1,
    isArriving: false,
    pasted: null,
    ...more
  })

beforeEach(() => {
  clearAttachments('c')
  file('cat.png', { mimeType: 'image/png' })
  file('scan.pdf', { pdf: 'pages' })
  file('report.pdf', { pdf: 'both' })
})

function said(abilities?: ModelView['abilities'], connectedCount = 2): string[] {
  const model = { id: 'p/m', name: 'Small', providerName: 'p', ...(abilities && { abilities }) } as ModelView
  const models = { models: [model] } as Partial<ModelsView> as ModelsView
  show(<UnsupportedContent conversationId="c" models={models} model="p/m" connectedCount={connectedCount} />)
  return [...screen.getByRole('status').children].map(({ textContent }) => textContent)
}

test("CHAT-11: names what the model doesn't accept before it is sent", () => {
  expect(said([])).toEqual([
    "Small doesn't support tools, so it answers without your servers' tools.",
    "Small doesn't support images. It is only notified that these exist: cat.png",
    expect.stringMatching(/^These PDFs contain no readable text.*: scan.pdf$/),
    'Small receives the text of these PDFs, not their pages: report.pdf'
  ])
})

test('shows nothing if everything is accepted or there are no tools', () => {
  expect(said(['images', 'pdf', 'tools'])).toEqual([])
})

test("doesn't mention tools without servers, and for an unknown model names only what is never sent", () => {
  expect(said(undefined, 0)).toEqual([
    expect.stringContaining('scan.pdf'),
    expect.stringContaining('report.pdf')
  ])
})
