import { describe, expect, test } from 'vitest'
import { reconcile } from './reconcile'
import type { Change, StopCause, CurrentServer, WantedServer } from './reconcile'

const wanted = (change: Partial<WantedServer> = {}): WantedServer => ({
  fingerprint: 'one',
  isDisabled: false,
  isAutoStart: true,
  ...change
})
const standing = (rest: StopCause | null, change: Partial<CurrentServer> = {}): CurrentServer => ({
  fingerprint: 'one',
  isDisabled: false,
  rest,
  ...change
})

function decide(before: CurrentServer | null, after: WantedServer | null): Change | undefined {
  const toMap = <T>(value: T | null) => new Map(value === null ? [] : [['notes', value]])
  return reconcile(toMap(before), toMap(after)).get('notes')
}

const broken = wanted({ fingerprint: null })
const disabled = wanted({ isDisabled: true })
const byHand = wanted({ isAutoStart: false })
const changed = wanted({ fingerprint: 'two' })
const changedDisabled = wanted({ fingerprint: 'two', isDisabled: true })
const changedByHand = wanted({ fingerprint: 'two', isAutoStart: false })

/** Rows: the current state. Columns: what the settings say now. */
const table: [string, CurrentServer | null, Record<string, Change>][] = [
  ['new', null, { same: 'run', changed: 'run', disabled: 'rest', byHand: 'rest', broken: 'break' }],
  [
    'running',
    standing(null),
    { same: 'keep', changed: 'run', disabled: 'rest', byHand: 'keep', broken: 'break' }
  ],
  [
    'stopped by the user',
    standing('person'),
    { same: 'keep', changed: 'keep', disabled: 'rest', byHand: 'keep', broken: 'break' }
  ],
  [
    'refused',
    standing('refused'),
    { same: 'keep', changed: 'run', disabled: 'rest', byHand: 'keep', broken: 'break' }
  ],
  [
    'disabled',
    standing('disabled', { isDisabled: true }),
    { same: 'run', changed: 'run', disabled: 'rest', byHand: 'rest', broken: 'break' }
  ],
  [
    'not automatic',
    standing('not-automatic'),
    { same: 'run', changed: 'run', disabled: 'rest', byHand: 'rest', broken: 'break' }
  ],
  [
    'broken',
    standing('broken', { fingerprint: null }),
    { same: 'run', changed: 'run', disabled: 'rest', byHand: 'rest', broken: 'break' }
  ]
]
const columns: Record<string, WantedServer> = { same: wanted(), changed, disabled, byHand, broken }

describe.each(table)('%s', (_name, before, row) => {
  test.each(Object.entries(row))('does the right change if it is now %s: %s', (column, change) => {
    expect(decide(before, columns[column] ?? null)).toBe(change)
  })
})

test('removes a server that is gone from the settings, in any state', () => {
  for (const [, before] of table) if (before !== null) expect(decide(before, null)).toBe('remove')
})

test('keeps a disabled server that the user started manually running until its entry changes', () => {
  const startedByHand = standing(null, { isDisabled: true })
  expect(decide(startedByHand, disabled)).toBe('keep')
  expect(decide(startedByHand, changedDisabled)).toBe('rest')
  expect(decide(startedByHand, wanted())).toBe('keep')
})

test('restarts a running server with a changed definition, even if it does not start automatically', () => {
  expect(decide(standing(null), changedByHand)).toBe('run')
})

test('affects only servers with changes', () => {
  const before = new Map([
    ['a', standing(null)],
    ['b', standing(null)],
    ['c', standing(null)]
  ])
  const after = new Map([
    ['c', wanted()],
    ['b', changed],
    ['d', wanted()]
  ])
  expect(Object.fromEntries(reconcile(before, after))).toEqual({ a: 'remove', b: 'run', c: 'keep', d: 'run' })
})
