import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../testing/show'
import { Markdown } from '../markdown'

const fence = (code: string, language = 'svg') => `\`\`\`${language}\n${code}\n\`\`\``

function drawn(): string {
  const [, base64 = ''] =
    /^data:image\/svg\+xml;base64,(.*)$/.exec(screen.getByRole('img').getAttribute('src') ?? '') ?? []
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
}

test('shows a drawing in an answer as an image, its code with one press, and saves it as written', async () => {
  const code = '<svg width="20" height="20"><circle r="9"/></svg>'
  const saveFile = vi.fn(async () => {})
  const { person } = show(<Markdown text={fence(code)} />, { saveFile })
  expect(drawn()).toBe('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="9"/></svg>')
  expect(document.querySelector('pre')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Show code' }))
  expect(document.querySelector('pre')?.textContent).toBe(code)
  expect(screen.queryByRole('img')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Show code' }))
  await person.click(screen.getByRole('button', { name: 'Enlarge: Drawing' }))
  await person.click(await screen.findByRole('button', { name: 'Save image' }))
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('drawing.svg', btoa(code))
})

test.each([
  '<svg><script>alert(1)</script></svg>',
  '<svg><a href="javascript:alert(1)"><text>here</text></a></svg>',
  '<svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><form action="https://evil.example"/></body></foreignObject></svg>',
  '<svg><image href="https://evil.example/pixel.png"/></svg>',
  '<svg onload="alert(1)"/>'
])('adds nothing but the image to the page for %s', (code) => {
  const { container } = show(<Markdown text={fence(code)} />)
  expect(drawn()).toContain('<svg xmlns="http://www.w3.org/2000/svg"')
  expect(
    container.querySelectorAll('script, a, form, iframe, object, embed, foreignObject, image')
  ).toHaveLength(0)
  expect(
    [...container.querySelectorAll('img')].every(({ src }) => src.startsWith('data:image/svg+xml;'))
  ).toBe(true)
})

test('keeps code that is no drawing as code, and says so', () => {
  show(<Markdown text={fence('<svg')} />)
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByText("This drawing can't be displayed. Here is its code.")).toBeTruthy()
  expect(document.querySelector('pre')?.textContent).toBe('<svg')
})

test('keeps a drawing that is too large as code, and says so', () => {
  show(<Markdown text={fence(`<svg>${'<g/>'.repeat(30_000)}</svg>`)} />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('This drawing is too large to display. Here is its code.')).toBeTruthy()
})

test.each([
  ['xml', '<?xml version="1.0"?>\n<svg/>', true],
  ['xml', '<note><svg/></note>', false],
  ['html', '<svg/>', false]
])('decides whether %s with %j is drawn: %s', (language, code, isDrawn) => {
  show(<Markdown text={fence(code, language)} />)
  expect(screen.queryAllByRole('img')).toHaveLength(isDrawn ? 1 : 0)
})

test('shows an unfinished drawing as code', () => {
  show(<Markdown text={'```svg\n<svg width="20"'} isStreaming />)
  expect(screen.queryByRole('img')).toBeNull()
})
