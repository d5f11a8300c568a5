import { screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { soon } from '../../../app/testing/soon'
import { show } from '../../testing/show'
import { latePart, loadStateParts, statePart } from './late-part'
import { RenderBoundary } from './render-boundary'

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>
const inBoundary = (part: ReactNode) => (
  <RenderBoundary sentence="It can't be shown." text={() => ''}>
    <Suspense fallback="…">{part}</Suspense>
  </RenderBoundary>
)

it('is drawn at once if it is loaded', async () => {
  const Part = latePart(async () => Hello)
  await Part.load()
  show(inBoundary(<Part name="Ada" />))
  expect(document.body.textContent).toBe('Hello Ada')
})

it('is drawn although its file could not be read the first time', async () => {
  const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error('no file'))
  const Part = latePart(load)
  show(inBoundary(<Part name="Ada" />))
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

it('is loaded again by “Try again”', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Part = latePart(
    vi
      .fn(async () => Hello)
      .mockRejectedValueOnce(new Error('gone'))
      .mockRejectedValueOnce(new Error('gone'))
  )
  const { person } = show(inBoundary(<Part name="Ada" />))
  expect((await screen.findByRole('alert')).textContent).toContain('gone')
  await vi.waitFor(async () => {
    const again = screen.queryByRole('button', { name: 'Try again' })
    if (again !== null) await person.click(again)
    expect(screen.queryByText('Hello Ada')).not.toBeNull()
  }, soon)
})

it('is loaded before the page takes the state of the host', async () => {
  const load = vi.fn(async () => Hello)
  const Part = statePart(load)
  await loadStateParts()
  show(<Part name="Ada" />)
  expect(document.body.textContent).toBe('Hello Ada')
  expect(load).toHaveBeenCalledTimes(1)
})

it('is loaded at its first use if it could not be loaded before', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  const load = vi
    .fn(async () => Hello)
    .mockImplementationOnce(gone)
    .mockImplementationOnce(gone)
  const Part = statePart(load)
  await expect(loadStateParts()).rejects.toThrow('gone')
  show(inBoundary(<Part name="Ada" />))
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
})
