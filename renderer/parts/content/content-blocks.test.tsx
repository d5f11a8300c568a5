import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SamplingContent } from '../../../app/contract/requests'
import { expectAllMarked, withHidden } from '../../testing/hidden-text'
import { samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { ContentBlocks, type ContentBlocksProps } from './content-blocks'

type Kind = SamplingContent['type']
type Places = ContentBlocksProps['shownIn']

interface Sample<Block extends SamplingContent = SamplingContent> {
  readonly block: Block
  /** What both places show at once. */
  readonly always: readonly string[]
  /** What a question shows at once, and a message when its data is requested. */
  readonly data: readonly string[]
}

/** One per kind: a kind without a sample does not compile. */
const samples: { readonly [K in Kind]: Sample<Extract<SamplingContent, { readonly type: K }>> } = {
  text: { block: { type: 'text', text: '# not a heading' }, always: ['# not a heading'], data: [] },
  image: { block: { type: 'image', mimeType: 'image/png', data: samplePng }, always: [], data: [] },
  audio: {
    block: { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
    always: ['Audio, audio/wav', '4 bytes'],
    data: []
  },
  resource: {
    block: { type: 'resource', uri: 'memo://a', mimeType: 'text/plain', text: '*inner*', blob: null },
    always: ['Resource, text/plain', 'memo://a'],
    data: ['*inner*']
  },
  'resource-link': {
    block: {
      type: 'resource-link',
      uri: 'https://a.example/b',
      name: 'plan',
      description: 'For spring',
      mimeType: null
    },
    always: ['Link to a resource: plan', 'For spring', 'https://a.example/b'],
    data: []
  },
  'tool-use': {
    block: { type: 'tool-use', id: 't1', name: 'seats', input: { row: 12 } },
    always: ["Call of the server's tool seats"],
    data: ['"row": 12']
  },
  'tool-result': {
    block: {
      type: 'tool-result',
      toolUseId: 't1',
      content: [{ type: 'text', text: '<b>12A</b>' }],
      structuredContent: { free: 1 },
      isError: true
    },
    always: ["Failed call of the server's tool, call t1", '<b>12A</b>'],
    data: ['"free": 1']
  },
  unknown: {
    block: { type: 'unknown', raw: { type: 'hologram' } },
    always: ['Content of an unknown kind'],
    data: ['"hologram"']
  }
}

const kinds = Object.entries<Sample>(samples)
const opens = /^(?:Show data|Preview)$/

function draw(shownIn: Places, ...blocks: readonly SamplingContent[]) {
  return show(<ContentBlocks shownIn={shownIn} source="files" blocks={blocks} />)
}

function expectShown(words: readonly string[]) {
  for (const each of words) expect(document.body.textContent).toContain(each)
}

test.each(kinds)(
  'shows %s at once in a question and offers no link out of it',
  (_kind, { block, ...shown }) => {
    const { container } = draw('question', block)
    expectShown([...shown.always, ...shown.data])
    expect(container.querySelector('button, a, details, h1, em')).toBeNull()
  }
)

test.each(kinds)(
  'shows %s in a message with its data folded, and all of it on request',
  async (_kind, { block, ...shown }) => {
    const { person } = draw('message', block)
    expectShown(shown.always)
    for (const words of shown.data) expect(document.body.textContent).not.toContain(words)
    for (const button of screen.queryAllByRole('button', { name: opens })) await person.click(button)
    expectShown([...shown.always, ...shown.data])
  }
)

test.each(['message', 'question'] as const)(
  'marks hidden characters in every kind, in a %s',
  async (place) => {
    const { person } = draw(place, ...kinds.map(([, { block }]) => withHidden(block)))
    for (const button of screen.queryAllByRole('button', { name: opens })) await person.click(button)
    expectAllMarked()
  }
)

test.each(['message', 'question'] as const)(
  'draws the same pictures and plays the same sounds in a %s, named by their source',
  (place) => {
    draw(place, { ...samples.image.block, mimeType: 'Image/PNG; x=1' }, samples.audio.block)
    expect(screen.getByRole('img', { name: 'Image from files' }).getAttribute('src')).toBe(
      `data:image/png;base64,${samplePng}`
    )
    expect(screen.getByLabelText('Audio from files').getAttribute('src')).toBe(
      'data:audio/wav;base64,UklGRg=='
    )
    cleanup()
    draw(place, { type: 'image', mimeType: 'image/svg+xml', data: btoa('<svg/>') })
    expect(screen.queryByRole('img')).toBeNull()
    expectShown(['Image, image/svg+xml', '6 bytes'])
  }
)

test.each(['message', 'question'] as const)('says in a %s that a picture or a sound is broken', (place) => {
  draw(place, samples.image.block, samples.audio.block)
  fireEvent.error(screen.getByRole('img'))
  fireEvent.error(screen.getByLabelText('Audio from files'))
  expectShown(['Image, image/png', "Can't display this image.", "Can't play this audio."])
  expect(screen.queryByRole('img')).toBeNull()
})

test.each(['message', 'question'] as const)(
  'shows the size of an unplayable sound once, in a %s',
  (place) => {
    draw(place, samples.audio.block)
    fireEvent.error(screen.getByLabelText('Audio from files'))
    expect(screen.getAllByText(/4 bytes/u)).toHaveLength(1)
    expect(screen.getAllByText(/audio\/wav/u)).toHaveLength(1)
  }
)

test('shows the first bytes in a question for content without a view', () => {
  draw(
    'question',
    { type: 'image', mimeType: 'image/svg+xml', data: btoa('<svg/>') },
    { type: 'resource', uri: 'memo://b', mimeType: null, text: null, blob: btoa('%PDF-1.7') }
  )
  const [svg, bytes] = screen.getAllByRole('group', { name: 'First bytes' })
  expect(svg?.textContent).toContain('<svg/>')
  expect(bytes?.textContent).toContain('%PDF-1.7')
  expectShown(['unknown type, 8 bytes'])
})

test('draws and plays a picture and a sound in a resource of a question', () => {
  const resource = { type: 'resource', uri: 'memo://c', text: null } as const
  draw(
    'question',
    { ...resource, mimeType: 'image/png', blob: samplePng },
    { ...resource, mimeType: 'audio/wav', blob: 'UklGRg==' }
  )
  expect(screen.getByRole('img', { name: 'Image memo://c' })).toBeTruthy()
  expect(screen.getByLabelText('Audio memo://c')).toBeTruthy()
})

test('shows a resource of a message at once, as preview or bytes by type, and saves it unchanged', async () => {
  const saveFile = vi.fn(async () => {})
  const resource = (uri: string, mimeType: string, blob: string) =>
    ({ type: 'resource', uri, mimeType, text: null, blob }) as const
  const blocks = [
    resource('memo://c.png', 'image/png', samplePng),
    resource('memo://c.wav', 'audio/wav', 'UklGRg=='),
    resource('memo://c.pdf', 'application/pdf', btoa('%PDF-1.7')),
    resource('memo://c.csv', 'text/csv', btoa('a,b')),
    resource('memo://c.zip', 'application/zip', btoa('PK'))
  ]
  const { person } = show(<ContentBlocks shownIn="message" source="files" blocks={blocks} />, { saveFile })
  expect(screen.getByRole('img', { name: 'Image memo://c.png' })).toBeTruthy()
  expect(screen.getByLabelText('Audio memo://c.wav')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: opens }).map(({ textContent }) => textContent)).toEqual([
    'Preview',
    'Preview',
    'Show data'
  ])
  const saves = screen.getAllByRole('button', { name: 'Save as…' })
  expect(saves).toHaveLength(5)
  await person.click(saves[2]!)
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('c.pdf', btoa('%PDF-1.7'))
  await person.click(screen.getAllByRole('button', { name: 'Preview' })[1]!)
  expectShown(['a,b'])
  expect(screen.getAllByRole('button', { name: 'Save as…' })).toHaveLength(5)
})

test('formats text of a resource in a message and leaves it unchanged in a question', async () => {
  const block = { ...samples.resource.block, mimeType: 'text/markdown', text: '# Title' }
  const { person } = draw('message', block)
  await person.click(screen.getByRole('button', { name: 'Preview' }))
  expect(screen.getByRole('heading', { name: 'Title' })).toBeTruthy()
  cleanup()
  draw('question', block)
  expect(screen.queryByRole('heading')).toBeNull()
  expectShown(['# Title'])
})

test('folds long text, opens web addresses, saves data and offers link actions in messages only', () => {
  const long: SamplingContent = { type: 'text', text: `${'x'.repeat(30_000)}end` }
  const linkActions = vi.fn(() => <button type="button">Attach</button>)
  const blocks = [long, samples['resource-link'].block, samples.unknown.block]
  show(<ContentBlocks shownIn="message" source="files" blocks={blocks} linkActions={linkActions} />)
  expect(document.body.textContent).not.toContain('xend')
  for (const name of ['Attach', 'Save as…', /^Show all/])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'https://a.example/b' })).toBeTruthy()
  expect(linkActions).toHaveBeenCalledWith(samples['resource-link'].block)
  cleanup()
  draw('question', ...blocks)
  expectShown(['xend'])
})

test('says that content is empty', () => {
  draw('question', { type: 'text', text: '' }, { ...samples.resource.block, text: null })
  expectShown(['The text is empty.', 'The server sent neither text nor data.'])
})
