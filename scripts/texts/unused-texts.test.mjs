import { expect, test } from 'vitest'
import { findUnusedTexts } from './unused-texts.mjs'

const area = (part, name, ...keys) => ({ part, name, messages: keys.map((key) => ({ key })) })

test('counts a text of the window as used where its area is imported, under any name', () => {
  const areas = [area('window', 'shell', 'close', 'open'), area('window', 'ui', 'open', 'copy')]
  const sources = [
    "import { shell } from '../../app/texts/compiled/window/shell'\nshell.close()",
    "import { ui as texts } from '../../app/texts/compiled/window/ui'\nconst words = { open: texts.open }",
    'shell.open(); ui.copy()'
  ]
  expect(findUnusedTexts(areas, sources)).toEqual(['window/shell.json: open', 'window/ui.json: copy'])
})

test('counts a text of the core as used where its whole key occurs', () => {
  const areas = [area('core', 'common', 'bug', 'quote'), area('core', 'links', 'bug')]
  expect(findUnusedTexts(areas, ["say('common.bug')", "say('common.quotes')"])).toEqual([
    'core/common.json: quote',
    'core/links.json: bug'
  ])
})
