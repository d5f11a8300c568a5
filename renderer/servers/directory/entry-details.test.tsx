import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DirectoryEntry } from '../../../app/contract/servers/directory'
import { installFakeBridge } from '../../testing/fake-bridge'
import { EntryDetails } from './entry-details'

afterEach(cleanup)

const hidden = '\u202E'
const entry: DirectoryEntry = {
  name: 'io.github.mlcrosoft/thing',
  title: `Safe${hidden}thing`,
  description: `Does ${hidden}good.`,
  version: `1.0${hidden}`,
  publisher: { kind: 'github', name: 'mlcrosoft' },
  looksLike: 'microsoft',
  publishedAt: null,
  isDeprecated: true,
  repository: null,
  website: null,
  ways: [
    {
      type: `cargo${hidden}`,
      identifier: `th${hidden}ing`,
      version: null,
      launch: null,
      placeholders: [],
      asked: [
        {
          name: `KEY${hidden}`,
          description: `Your ${hidden}key`,
          isRequired: true,
          isSecret: true,
          usual: hidden,
          choices: [hidden]
        }
      ],
      download: null,
      problem: null
    }
  ]
}

it('ECO-04: marks invisible characters in all text from others, and names a look-alike', () => {
  installFakeBridge()
  const installed = { packages: [], readAgain: () => {} }
  const { container } = render(
    <EntryDetails newest={entry} source="shipped" installed={installed} onAdd={() => {}} />
  )
  expect(container.innerHTML).not.toContain(hidden)
  expect(container.textContent).toContain('U+202E')
  expect(screen.getByText('This publisher is not microsoft. Only the names look alike.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add…' })).toBeNull()
})
