import { expect, it } from 'vitest'
import { secretVariable, withEnvironment } from './secrets'

const vault = {
  isPersistent: true,
  reason: null,
  read: async () => 'from the vault',
  write: async () => {},
  remove: async () => {}
}

it('reads a secret of the environment first, and keeps it out of every output', async () => {
  const kept: string[] = []
  const secrets = withEnvironment(vault, { [secretVariable('token')]: 'given' }, (value) => kept.push(value))
  expect(await secrets.read('token')).toBe('given')
  expect(kept).toEqual(['given'])
})

it('reads other secrets from the vault', async () => {
  const secrets = withEnvironment(vault, {}, () => {})
  expect(await secrets.read('token')).toBe('from the vault')
})
