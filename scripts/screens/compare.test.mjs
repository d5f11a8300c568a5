import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareFolders } from './compare.mjs'

let folder
let folders

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-screens-'))
  folders = Object.fromEntries(
    ['before', 'after', 'differences'].map((name) => [name, path.join(folder, name)])
  )
  for (const name of ['before', 'after']) fs.mkdirSync(folders[name])
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/** A white picture of ten by ten with so many black pixels. */
function draw(place, name, black = 0) {
  const picture = new PNG({ width: 10, height: 10 })
  picture.data.fill(255)
  for (let pixel = 0; pixel < black; pixel += 1) picture.data.fill(0, pixel * 4, pixel * 4 + 3)
  fs.writeFileSync(path.join(folders[place], name), PNG.sync.write(picture))
}

describe('pictures before and after', () => {
  it('are the same, differ, or exist on one side only', () => {
    draw('before', 'same.png')
    draw('after', 'same.png')
    draw('before', 'little.png')
    draw('after', 'little.png', 50)
    draw('before', 'gone.png')
    draw('after', 'new.png')
    const { same, changed, only } = compareFolders(folders)
    expect(same).toBe(1)
    expect(changed).toEqual([{ name: 'little.png', share: 0.5 }])
    expect(only).toEqual([
      { name: 'gone.png', folder: folders.before },
      { name: 'new.png', folder: folders.after }
    ])
    expect(fs.readdirSync(folders.differences)).toEqual(['little.png'])
  })
})
