import { describe, expect, it } from 'vitest'
import { readToolUi } from './tool-ui'

const ui = (fields: object) => readToolUi({ ui: fields })
const view = 'ui://notes/list'

describe('visibility/app-tool-hidden', () => {
  it.each<[unknown, boolean, boolean]>([
    [['model', 'app'], true, true],
    [['app'], false, true],
    [['model'], true, false],
    [['app', 'app', 'robot', 7, null], false, true],
    [['robot'], false, false],
    [[], false, false],
    ['app', false, true],
    ['model', true, false],
    [undefined, true, true],
    [null, true, true],
    [{}, true, true],
    [{ app: true }, true, true],
    [1, true, true]
  ])('reads the visibility %j', (visibility, isForModel, isForView) => {
    expect(ui({ resourceUri: view, visibility })).toEqual({
      ui: { resourceUri: view, isForModel, isForView },
      isUriBad: false
    })
  })

  it('needs no view', () => {
    expect(ui({ visibility: ['app'] }).ui).toEqual({ resourceUri: null, isForModel: false, isForView: true })
  })
})

describe('the data of a tool about views', () => {
  it.each([undefined, null, [], {}, 'ui', 3, { ui: null }, { ui: [] }, { ui: 'app' }, { ui: { csp: {} } }])(
    'is the default for %j',
    (meta) => {
      expect(readToolUi(meta)).toEqual({ ui: null, isUriBad: false })
    }
  )

  it('is the default if the server writes out the default', () => {
    expect(ui({ visibility: ['app', 'model'] }).ui).toBeNull()
  })

  it('has the address of the view, also from the flat key of drafts', () => {
    expect(ui({ resourceUri: view }).ui?.resourceUri).toBe(view)
    expect(readToolUi({ 'ui/resourceUri': view }).ui?.resourceUri).toBe(view)
    expect(readToolUi({ ui: { resourceUri: view }, 'ui/resourceUri': 'ui://old' }).ui?.resourceUri).toBe(view)
  })

  it.each([
    'https://example.com/view',
    'file:///etc/passwd',
    'ui:/notes',
    'ui://',
    ' ui://notes',
    'ui://notes list',
    'ui://notes\u202etxt',
    `ui://${'x'.repeat(10_000)}`,
    '',
    7,
    true,
    {},
    [view]
  ])('has no view with the address %j, and its visibility counts', (resourceUri) => {
    expect(ui({ resourceUri })).toEqual({ ui: null, isUriBad: true })
    expect(ui({ resourceUri, visibility: ['app'] }).ui).toEqual({
      resourceUri: null,
      isForModel: false,
      isForView: true
    })
  })

  it('is read from large and deep values without a failure', () => {
    const visibility = Array.from({ length: 200_000 }, () => 'robot')
    expect(ui({ visibility: [...visibility, 'app'] }).ui).toMatchObject({
      isForModel: false,
      isForView: true
    })
    let deep: object = {}
    for (let level = 0; level < 20_000; level += 1) deep = { ui: deep }
    expect(readToolUi(deep)).toEqual({ ui: null, isUriBad: false })
  })
})
