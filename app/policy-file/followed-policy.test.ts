import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../texts/render-localized'
import { grantScopes } from '../contract/grants'
import { managedView } from '../contract/settings'
import { followPolicy } from './followed-policy'
import type { FollowedPolicy } from './followed-policy'
import type { ServerIdentity } from './interface'

const notes: ServerIdentity = {
  name: 'notes',
  transport: 'stdio',
  command: '/opt/notes',
  args: [],
  env: {},
  cwd: null
}
const onlyNotes = { servers: { allow: [{ command: '/opt/notes' }] } }
const nothing = { servers: { allow: [] } }

let folder: string
let file: string
let policy: FollowedPolicy
let changes: number
let next: (() => void) | null

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
  file = path.join(folder, 'policy.json')
  changes = 0
  next = null
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function follow(place = file): void {
  const schedule = (work: () => void) => {
    next = work
    return () => void (next = null)
  }
  policy = followPolicy({ file: place, schedule })
  policy.onChange(() => {
    if (policy.view !== null) managedView.parse(policy.view)
    changes += 1
  })
}

/** The seconds of two looks: a file that is being written gets the time to become whole. */
function look(): void {
  for (let count = 0; count < 2; count += 1) next?.()
}

/** As careful programs write: the old file is there until the new one is whole. */
function replace(content: object | string, place = file): void {
  const other = `${place}.new`
  writeFileSync(other, typeof content === 'string' ? content : JSON.stringify(content))
  renameSync(other, place)
}

const failure = () => (policy.view?.failure == null ? '' : toEnglish(policy.view.failure))
const mayRun = () => policy.refusalOf(notes) === null

describe('a policy that changes while Parley runs', () => {
  it('takes effect at once, stricter or looser, written in place or replaced', () => {
    replace(onlyNotes)
    follow()
    expect(mayRun()).toBe(true)
    replace(nothing)
    look()
    expect(mayRun()).toBe(false)
    writeFileSync(file, JSON.stringify({ ...onlyNotes, forbiddenScopes: ['always'], resultGate: 'forced' }))
    look()
    expect(mayRun()).toBe(true)
    expect(policy).toMatchObject({ forbiddenScopes: ['always'], isResultGateForced: true })
    expect(changes).toBe(2)
  })

  it("is noticed when only the list of allowed servers differs, and ignored when only the file's time does", () => {
    replace({ servers: { allow: [{ command: 'a' }] } })
    follow()
    replace({ servers: { allow: [{ command: 'b' }] } })
    look()
    expect(changes).toBe(1)
    replace({ servers: { allow: [{ command: 'b' }] } })
    look()
    expect(changes).toBe(1)
  })

  it('may appear with its folder, and disappear with it', () => {
    follow(path.join(folder, 'parley', 'policy.json'))
    look()
    expect([policy.view, mayRun()]).toEqual([null, true])
    mkdirSync(path.join(folder, 'parley'))
    replace(nothing, path.join(folder, 'parley', 'policy.json'))
    look()
    expect([changes, mayRun()]).toEqual([1, false])
    rmSync(path.join(folder, 'parley'), { recursive: true })
    look()
    expect([changes, policy.view, mayRun()]).toEqual([2, null, true])
  })

  it('is followed through links, both when a link changes and when its target is written', () => {
    const [loose, strict] = [path.join(folder, 'loose.json'), path.join(folder, 'strict.json')]
    replace(onlyNotes, loose)
    replace(nothing, strict)
    symlinkSync(loose, file)
    follow()
    symlinkSync(strict, `${file}.new`)
    renameSync(`${file}.new`, file)
    look()
    expect(mayRun()).toBe(false)
    writeFileSync(strict, JSON.stringify(onlyNotes))
    look()
    expect(mayRun()).toBe(true)
    rmSync(strict)
    look()
    expect(failure()).toContain("it is a link to a file that doesn't exist")
  })

  it('is no longer followed after dispose', () => {
    follow()
    policy.dispose()
    expect(next).toBeNull()
  })
})

describe('an invalid policy', () => {
  it('stays in force when it becomes invalid while Parley runs, and reports this until it is fixed', () => {
    replace({ ...onlyNotes, forbiddenScopes: ['always'] })
    follow()
    replace('{ "servers": ')
    look()
    expect(failure()).toContain(
      `can't use the changed policy of this computer (${file}): line 1 isn't valid JSON`
    )
    expect(failure()).toContain('the previous policy applies')
    expect([mayRun(), policy.forbiddenScopes]).toEqual([true, ['always']])
    replace('{ "unknown": 1 }')
    look()
    expect(failure()).toContain("isn't valid")
    expect([mayRun(), policy.forbiddenScopes]).toEqual([true, ['always']])
    replace(nothing)
    look()
    expect(policy.view).toMatchObject({ failure: null, forbiddenScopes: [] })
    expect(mayRun()).toBe(false)
  })

  it('counts as invalid only when it stays so, because a file may be read while it is being written', () => {
    replace(onlyNotes)
    follow()
    writeFileSync(file, '{ "servers": { "all')
    next?.()
    writeFileSync(file, JSON.stringify(nothing))
    look()
    expect([changes, policy.view?.failure, mayRun()]).toEqual([1, null, false])
  })

  it('forbids everything until it is fixed if it is the first policy', () => {
    follow()
    replace('{')
    look()
    expect(failure()).toContain('no server runs')
    expect([mayRun(), policy.forbiddenScopes]).toEqual([false, grantScopes])
    replace('[')
    look()
    expect(mayRun()).toBe(false)
    replace(onlyNotes)
    look()
    expect([mayRun(), policy.view?.failure]).toEqual([true, null])
  })

  it('cannot be bypassed: deleted and then invalid again, it forbids everything', () => {
    replace(onlyNotes)
    follow()
    rmSync(file)
    look()
    replace('{')
    look()
    expect(mayRun()).toBe(false)
  })
})
