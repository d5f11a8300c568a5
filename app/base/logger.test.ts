import { describe, expect, it } from 'vitest'
import { createLogger, SecretRegistry, type LogRecord } from './logger'

function recorder() {
  const records: LogRecord[] = []
  const secrets = new SecretRegistry()
  const log = createLogger((record) => records.push(record), { secrets, now: () => 42 })
  return { log, records, secrets }
}

describe('logger', () => {
  it('SEC-19: keeps a known secret out of messages, fields, nested values and stacks', () => {
    const { log, records, secrets } = recorder()
    secrets.add('sk-ant-very-secret')
    log.error('called with sk-ant-very-secret', {
      url: 'https://host/?key=sk-ant-very-secret',
      nested: { list: ['x sk-ant-very-secret y'] },
      error: new Error('refused sk-ant-very-secret')
    })
    expect(JSON.stringify(records)).not.toContain('very-secret')
    expect(records[0]?.message).toBe('called with [secret]')
  })

  it('SEC-19: hides values under keys of secrets even when they are not registered', () => {
    const { log, records } = recorder()
    log.info('request', { headers: { Authorization: 'Bearer abc', 'X-Team': 'blue' }, apiKey: 'k' })
    expect(records[0]?.fields).toEqual({
      headers: { Authorization: '[secret]', 'X-Team': 'blue' },
      apiKey: '[secret]'
    })
  })

  it('does not redact ordinary words because a secret is short', () => {
    const { log, records, secrets } = recorder()
    secrets.add('a')
    log.info('a plain sentence')
    expect(records[0]?.message).toBe('a plain sentence')
  })

  it('hides a secret in any encoding, and one that begins like another', () => {
    const secrets = new SecretRegistry()
    secrets.add('abcdef')
    secrets.add('abcdef"12 34')
    secrets.add('-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----')
    const repeated = ['abcdef"12 34', 'abcdef\\"12 34', 'abcdef%2212%2034', 'MIIEvQIBADANBg'].join(' | ')
    expect(secrets.redact(repeated)).toBe('[secret] | [secret] | [secret] | [secret]')
    const deep = { list: [{ text: 'xabcdefx', n: 1, none: null }] }
    expect(secrets.redactDeep(deep)).toEqual({ list: [{ text: 'x[secret]x', n: 1, none: null }] })
  })

  it('hides the beginning of a secret where text was cut', () => {
    const secrets = new SecretRegistry()
    secrets.add('abcdef 12')
    secrets.add('ab-cd-ef')
    expect(secrets.redact('{"B":"abcdef 1… and abcd… of ab-c…')).toBe(
      '{"B":"[secret]… and [secret]… of [secret]…'
    )
    expect(secrets.redact('abc… abcdx… abcd')).toBe('abc… abcdx… abcd')
  })

  it('joins scopes', () => {
    const { log, records } = recorder()
    log.in('mcp').in('notes').warn('late')
    expect(records[0]).toMatchObject({ at: 42, level: 'warn', scope: 'mcp.notes', message: 'late' })
  })
})
