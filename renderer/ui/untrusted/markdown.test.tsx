import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show'
import { Markdown } from './markdown'
import { findEnabledButton } from '../../testing/enabled-button'

afterEach(() => void vi.useRealTimers())

test('turns text, lists, tables and code into elements', () => {
  show(
    <Markdown text={'# Plan\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```py\nprint(1)\n```'} />
  )
  expect(screen.getByRole('heading', { name: 'Plan' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('cell', { name: '2' })).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'Code, py' }).textContent).toContain('print(1)')
})

test('keeps raw HTML as text and makes no element of it', () => {
  const { container } = show(
    <Markdown
      text={
        '<img src=x onerror="alert(1)"> <script>alert(2)</script>\n\n<iframe src="https://example.com"></iframe>\n\n<style>*{}</style>'
      }
    />
  )
  expect(container.querySelector('img, script, iframe, style')).toBeNull()
  expect(container.textContent).toContain('<script>')
})

test.each([
  ['[click](javascript:alert(1))', 'javascript:alert(1)'],
  ['[click](data:text/html,x)', 'data:text/html,x'],
  ['[click](file:///etc/passwd)', 'file:///etc/passwd'],
  ['[click](../up)', '../up']
])('makes no link of %s and shows its address', (text, address) => {
  const { container } = show(<Markdown text={text} />)
  expect(container.querySelector('[href]')).toBeNull()
  expect(container.textContent).toBe(`click (${address})`)
})

test('never loads an image, and shows its address to open', () => {
  const { container } = show(<Markdown text={'![a cat](https://tracker.example/p.png?id=7)'} />)
  expect(container.querySelector('img, [src]')).toBeNull()
  expect(screen.getByRole('link', { name: 'Image: a cat' })).toBeTruthy()
  expect(container.textContent).toContain('https://tracker.example/p.png?id=7')
})

test('shows the whole address of a link with its host highlighted, and opens it only after approval', async () => {
  const openLink = vi.fn(async () => {})
  const { person } = show(<Markdown text={'[your bank](https://bank.example@evil.example/login?a=1)'} />, {
    openLink
  })
  await person.click(screen.getByRole('link', { name: 'your bank' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open this link?' })
  expect(dialog.textContent).toContain('https://bank.example@evil.example/login?a=1')
  expect(dialog.querySelector('strong')?.textContent).toBe('evil.example')
  const open = await findEnabledButton('Open link', dialog)
  expect(openLink).not.toHaveBeenCalled()
  await person.click(open)
  expect(openLink).toHaveBeenCalledWith('https://bank.example@evil.example/login?a=1')
})

test('ignores a press on "Open link" while the dialog has just appeared', async () => {
  // The clock stands still, so that the first half second lasts as long as the test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const openLink = vi.fn(async () => {})
  show(<Markdown text={'[docs](https://docs.example/)'} />, { openLink })
  fireEvent.click(screen.getByRole('link', { name: 'docs' }))
  await act(async () => await Promise.resolve())
  const dialog = screen.getByRole('dialog', { name: 'Open this link?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open link' }))
  expect(openLink).not.toHaveBeenCalled()
})

test('names the fields of a mail link, and shows and opens nothing else of it', async () => {
  const openLink = vi.fn(async () => {})
  const { person } = show(
    <Markdown text={'[write](mailto:a@example.com?subject=Hi&attach=/etc/passwd&bcc=b@example.com)'} />,
    { openLink }
  )
  await person.click(screen.getByRole('link', { name: 'write' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open this link?' })
  expect(dialog.textContent).not.toContain('passwd')
  const fields = [...dialog.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent
  ])
  expect(fields).toEqual([
    ['To', 'a@example.com'],
    ['Bcc', 'b@example.com'],
    ['Subject', 'Hi']
  ])
  await person.click(await findEnabledButton('Open link', dialog))
  expect(openLink).toHaveBeenCalledWith('mailto:a@example.com?bcc=b@example.com&subject=Hi')
})

test('SEC-17: shows what is unusual about an address before it can be opened', async () => {
  const judgeLink = vi.fn(async () => [
    { level: 'danger' as const, text: 'The address leads into your own network, not to the internet.' }
  ])
  const { person } = show(<Markdown text={'[docs](http://192.168.1.1/setup)'} />, { judgeLink })
  await person.click(screen.getByRole('link', { name: 'docs' }))
  const warnings = await screen.findByRole('list', { name: 'Warnings' })
  expect(warnings.textContent).toContain('into your own network')
  expect(judgeLink).toHaveBeenCalledWith('http://192.168.1.1/setup')
})

test('marks hidden characters in text and in code, and copies the code unchanged', async () => {
  const copyText = vi.fn(async () => {})
  const { container, person } = show(<Markdown text={'in\u200Bnocent\n\n```\nrm\u202E -rf\n```'} />, {
    copyText
  })
  expect(container.querySelector('p')?.textContent).toBe('inU+200Bnocent')
  expect(container.querySelector('pre')?.textContent).toBe('rmU+202E -rf')
  await person.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(copyText).toHaveBeenCalledWith('rm\u202E -rf')
})

test('keeps the elements of finished blocks while a text grows', () => {
  const { container, rerender } = show(<Markdown isStreaming text={'First.\n\nSecond.\n\nThird.\n\nFou'} />)
  const first = container.querySelector('p')
  rerender(<Markdown isStreaming text={'First.\n\nSecond.\n\nThird.\n\nFourth.\n\nFifth'} />)
  rerender(<Markdown text={'First.\n\nSecond.\n\nThird.\n\nFourth.\n\nFifth.'} />)
  expect(container.querySelector('p')).toBe(first)
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'First.',
    'Second.',
    'Third.',
    'Fourth.',
    'Fifth.'
  ])
})

test('never shares an element id between two messages', () => {
  const { container } = show(
    <>
      <Markdown text={'A[^1]\n\n[^1]: note'} />
      <Markdown text={'B[^1]\n\n[^1]: note'} />
    </>
  )
  expect(container.querySelectorAll('[id]')).toHaveLength(0)
})

test.each([
  ['nested too deeply', '>'.repeat(3_000) + 'the end', 'nested too deeply'],
  ['too much', '_a__b'.repeat(20_000), 'too long']
])('shows what is %s as written, with the rest formatted', (_, source, why) => {
  show(<Markdown text={`# Before\n\n${source}\n\n**After**`} />)
  expect(screen.getByRole('heading', { name: 'Before' })).toBeTruthy()
  expect(screen.getByRole('note').textContent).toContain(why)
  expect(screen.getByRole('note').parentElement?.textContent).toContain(source.slice(0, 3_000))
  expect(screen.getByText('After').tagName).toBe('STRONG')
})

test('tolerates emphasis in emphasis', () => {
  const { container } = show(<Markdown text={`${'*a **b '.repeat(150)}${'** c* '.repeat(150)}`} />)
  expect(container.textContent).toContain('a')
  expect(container.querySelectorAll('em em em').length).toBeLessThan(100)
})

test('shows definitions that are not referenced', () => {
  const { container } = show(
    <Markdown
      text={
        'See [it][a].[^1]\n\n[a]: https://used.example\n[b]: https://unused.example "t"\n\n[^1]: Used.\n\n[^2]: Not.'
      }
    />
  )
  expect(screen.getByRole('link', { name: 'it' })).toBeTruthy()
  expect(container.textContent).not.toContain('https://used.example')
  expect(container.textContent).toContain('[b]: https://unused.example "t"')
  expect(container.textContent).toContain('[^2]: Not.')
  expect(container.textContent).toContain('Used.')
})

test('shows cells beyond the cells of the head', () => {
  show(<Markdown text={'| a | b |\n| - | - |\n| 1 | 2 | *three* | 4 |\n| 5 |'} />)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2 | three | 4', '5', ''])
})

test('shows the text after the language of a fence', () => {
  show(<Markdown text={'```js title="do\u200B it"\nf()\n```'} />)
  const code = screen.getByRole('figure', { name: 'Code, js' })
  expect(code.textContent).toContain('js title="doU+200B it"')
})

test('makes no second link of an image in a link', () => {
  const { container } = show(<Markdown text={'[![badge](https://a.example/b.svg)](https://b.example/)'} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://b.example/'])
  expect(container.textContent).toContain('https://a.example/b.svg')
})

test('describes all of very many hidden characters, the first as marks', () => {
  const { container } = show(<Markdown text={'a\u200Bb'.repeat(2_000)} />)
  expect(container.querySelectorAll('[role="img"]')).toHaveLength(500)
  expect(container.textContent.match(/U\+200B/g)).toHaveLength(2_000)
})
