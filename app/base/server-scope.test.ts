import { describe, expect, it } from 'vitest'
import { Scope } from './server-scope'

describe('Scope', () => {
  it('closes its contents in reverse order, even after a failure', async () => {
    const closed: string[] = []
    const scope = new Scope()
    scope.defer(() => void closed.push('first'))
    scope.defer(() => {
      throw new Error('stuck')
    })
    scope.defer(async () => void closed.push('last'))
    await expect(scope.close()).rejects.toThrow('Closing a scope failed')
    expect(closed).toEqual(['last', 'first'])
  })

  it('aborts its signal before anything is closed, and closes once', async () => {
    const scope = new Scope()
    let wasAborted = false
    let times = 0
    scope.defer(() => {
      wasAborted = scope.signal.aborted
      times += 1
    })
    await scope.close()
    await scope.close()
    expect(wasAborted).toBe(true)
    expect(times).toBe(1)
  })

  it('immediately closes what is registered too late', async () => {
    const scope = new Scope()
    await scope.close()
    let isClosed = false
    scope.defer(() => {
      isClosed = true
    })
    expect(isClosed).toBe(true)
  })
})
