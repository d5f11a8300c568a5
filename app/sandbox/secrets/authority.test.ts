import { expect, it } from 'vitest'
import { createAuthority } from './authority'

it('keeps the newest certificates only', async () => {
  const { credentialsFor } = await createAuthority(Date.now, 2)
  const [first, second] = [await credentialsFor('a.example'), await credentialsFor('b.example')]
  expect(await credentialsFor('a.example')).toEqual(first)
  await credentialsFor('c.example')
  expect(await credentialsFor('b.example')).toEqual(second)
  expect(await credentialsFor('a.example')).not.toEqual(first)
})
