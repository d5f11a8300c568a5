import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { findLayer, layersInOrder, styleLayers } from './style-layers.mjs'

const styles = fs
  .readdirSync(inProject('renderer'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))

test('the styles of a folder are a layer of their own', () => {
  const { code } = styleLayers.transform('.a {}', inProject('renderer/ui/controls/button.module.css'))
  expect(code).toBe('@layer ui.controls {\n.a {}\n}')
})

test('every folder with styles has its place in the order, and every place a folder', () => {
  const folders = new Set(styles.map(findLayer))
  expect([...folders].toSorted()).toEqual(
    layersInOrder()
      .filter((name) => name !== 'reset')
      .toSorted()
  )
})

test('who draws with a part comes after it', () => {
  const order = layersInOrder()
  const isBefore = (part, user) =>
    expect(order.indexOf(part), `${part}, ${user}`).toBeLessThan(order.indexOf(user))
  isBefore('reset', 'ui.base')
  for (const room of ['ui.base', 'ui.controls', 'ui.untrusted', 'ui.schema-form']) isBefore(room, 'parts')
  for (const feature of ['consent.question', 'conversation.content', 'servers.status', 'settings', 'welcome'])
    isBefore('parts', feature)
  for (const [room, user] of [
    ['consent.question', 'consent.sampling'],
    ['conversation.content', 'conversation.attach'],
    ['conversation.tool-call', 'conversation.composer'],
    ['servers.status', 'servers.inspect']
  ])
    isBefore(room, user)
  expect(order.at(-1)).toBe('shell')
})

test('a folder without a place is refused, and what is no module is left alone', () => {
  const failed = { error: (words) => expect.fail(words) }
  const css = '.a {}'
  expect(() => styleLayers.transform.call(failed, css, inProject('renderer/new/a.module.css'))).toThrow(
    'the layer new has no place'
  )
  expect(styleLayers.transform(css, inProject('renderer/ui/reset.css'))).toBeNull()
})

test('each style sheet that the start reads brings the order, whichever comes first', () => {
  const bundle = {
    'index.html': { fileName: 'index.html', source: '<link rel="stylesheet" href="/assets/b.css">' },
    'assets/a.css': { fileName: 'assets/a.css', source: '@layer shell{}' },
    'assets/b.css': { fileName: 'assets/b.css', source: '@layer ui.base{}' }
  }
  styleLayers.generateBundle.handler({}, bundle)
  expect(bundle['assets/b.css'].source).toMatch(/^@layer reset,ui\.base,.*,shell;@layer ui\.base\{\}$/)
  expect(bundle['assets/a.css'].source).toBe('@layer shell{}')
})
