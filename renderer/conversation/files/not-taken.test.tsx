import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ModelsView, ModelView } from '../../../app/contract/settings'
import { show } from '../../testing/show'
import { attachFile, clearAttachments } from '../content/attachments-view-store'
import { NotTaken } from './not-taken'

const file = (name: string, more: object) =>
  attachFile('c', {
    ...{ fileId: name, name, mimeType: 'application/pdf', size: 1, isArriving: false, pasted: null },
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
  show(<NotTaken conversationId="c" models={models} model="p/m" connectedCount={connectedCount} />)
  return [...screen.getByRole('status').children].map(({ textContent }) => textContent)
}

test('CHAT-11: what a model is known not to take is named before it is sent', () => {
  expect(said([])).toEqual([
    "Small doesn't support tools, so it answers without your servers' tools.",
    "Small doesn't support images. It is only notified that these exist: cat.png",
    expect.stringMatching(/^These PDFs contain no readable text.*: scan.pdf$/),
    'Small receives the text of these PDFs, not their pages: report.pdf'
  ])
})

test('nothing is said where all of it is taken, or no tools are there', () => {
  expect(said(['images', 'pdf', 'tools'])).toEqual([])
})

test('without servers no word of tools; of a model nobody knows, only what is never sent to it', () => {
  expect(said(undefined, 0)).toEqual([
    expect.stringContaining('scan.pdf'),
    expect.stringContaining('report.pdf')
  ])
})
