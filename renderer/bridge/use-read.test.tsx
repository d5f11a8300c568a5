import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRead } from './use-read'

interface ListProps {
  readonly name: string
  readonly freshness: string
  readonly read: () => Promise<string>
}

function List({ name, freshness, read }: ListProps) {
  const { value, failure } = useRead({ key: name, read, freshness })
  return (
    <p>
      {value ?? 'nothing'}, {failure === null ? 'read' : 'failed'}
    </p>
  )
}

const settled = async () => await act(async () => await Promise.resolve())
const fail = async () => await Promise.reject(new Error('gone'))

it('keeps an outdated value when it can’t be read again, but not the value of something else', async () => {
  const { rerender } = render(<List name="a" freshness="1" read={async () => 'first'} />)
  await settled()
  expect(screen.getByText('first, read')).toBeTruthy()
  rerender(<List name="a" freshness="2" read={fail} />)
  await settled()
  expect(screen.getByText('first, failed')).toBeTruthy()
  rerender(<List name="b" freshness="2" read={fail} />)
  await settled()
  expect(screen.getByText('nothing, failed')).toBeTruthy()
})
