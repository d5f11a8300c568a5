import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { SecretField, useSecret } from './secret-field'

afterEach(cleanup)

function Form() {
  const secret = useSecret()
  return <SecretField label="Key" secret={secret} />
}

it('SEC-16: leaves what was typed in no control after it has left the page', async () => {
  const { unmount } = render(<Form />)
  const input = screen.getByLabelText<HTMLInputElement>('Key')
  await userEvent.type(input, 'key-of-a-test')
  expect(input.value).toBe('key-of-a-test')
  unmount()
  expect(input.value).toBe('')
})
