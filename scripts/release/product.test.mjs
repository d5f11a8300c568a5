// Users of a release must be able to find its publisher.

import { expect, test } from 'vitest'
import { describePublisher, describeSecurityContact, findPlaceholders, readProduct } from './product.mjs'

const product = {
  name: 'Parley',
  appId: 'org.parley-mcp.desktop',
  author: 'The Parley authors',
  email: 'authors@parley-mcp.org',
  licence: 'MIT',
  homepage: 'https://parley-mcp.org',
  repository: 'https://code.parley-mcp.org/parley.git',
  securityContact: 'security@parley-mcp.org',
  updates: 'https://parley-mcp.org/updates',
  updateKey: 'MCowBQYDK2VwAyEA'
}

test('ECO-09: refuses a release without a private address for reports of vulnerabilities', () => {
  expect(findPlaceholders(product)).toEqual([])
  for (const securityContact of ['', ' ', undefined, 'security@example.invalid', 'security@example.com'])
    expect(findPlaceholders({ ...product, securityContact })).toEqual([
      expect.stringContaining('securityContact')
    ])
  expect(describeSecurityContact(product)[0]).toContain('**security@parley-mcp.org**')
})

test.each([
  'https://example.invalid/parley',
  'https://parley.test',
  'http://localhost:8080/updates',
  'https://www.example.org/parley'
])('takes %s for a placeholder', (updates) => {
  expect(findPlaceholders({ ...product, updates })).toHaveLength(1)
})

test.each([
  'https://myexample.com/a',
  'https://parley.app/example/invalid',
  'https://testing.dev/x.test.yml'
])('takes %s for an address', (updates) => {
  expect(findPlaceholders({ ...product, updates })).toEqual([])
})

test('has every field that a release needs, in the file itself too', () => {
  const written = readProduct()
  expect(Object.keys(written)).toEqual(Object.keys(product))
  expect(findPlaceholders({})).toHaveLength(Object.keys(written).length)
  expect(written.name).not.toContain(' ')
})

test('gives the packages their author and address', () => {
  expect(describePublisher(product)).toMatchObject({
    appId: 'org.parley-mcp.desktop',
    extraMetadata: { homepage: 'https://parley-mcp.org', license: 'MIT' },
    linux: { maintainer: 'The Parley authors <authors@parley-mcp.org>' }
  })
})
