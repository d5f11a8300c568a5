import { describe, expect, it } from 'vitest'
import { fromFailure, HostError, toFailure } from './host-error'
import { quote } from '../texts/render-localized'

describe('failures', () => {
  it('SDK-09: carries code, sentence and data over a process line and back', () => {
    const error = new HostError('TOOL_TIMEOUT', quote('No answer for 60 s.'), { data: { afterMs: 60_000 } })
    const back = fromFailure(structuredClone(toFailure(error)))
    expect(back).toBeInstanceOf(HostError)
    expect({ code: back.code, message: back.message, data: back.data }).toEqual({
      code: 'TOOL_TIMEOUT',
      message: 'No answer for 60 s.',
      data: { afterMs: 60_000 }
    })
  })

  it('shows no details of a bug on screen', () => {
    const failure = toFailure(new Error('ENOENT /home/me/.config/token-abc'))
    expect(failure.code).toBe('INTERNAL')
    expect(failure.message).not.toContain('token-abc')
  })
})
