// Compares two folders of pictures, pixel by pixel.

import fs from 'node:fs'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { SetupError } from '../process/terminal.mjs'

/**
 * @param {{ before: string, after: string, differences?: string }} folders `differences`: gets a picture for each that differs
 * @returns {{ same: number, changed: { name: string, share: number }[], only: { name: string, folder: string }[] }}
 *   `share` of all pixels, most first
 */
export function compareFolders({ before, after, differences }) {
  const [left, right] = [before, after].map((folder) => new Set(list(folder)))
  const both = [...left].filter((name) => right.has(name))
  const changed = both
    .map((name) => ({ name, share: compareFiles({ name, before, after, differences }) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
  const only = [
    ...[...left].filter((name) => !right.has(name)).map((name) => ({ name, folder: before })),
    ...[...right].filter((name) => !left.has(name)).map((name) => ({ name, folder: after }))
  ]
  return { same: both.length - changed.length, changed, only }
}

function list(folder) {
  if (!fs.existsSync(folder)) throw new SetupError(`there is no folder ${folder}`)
  return fs.readdirSync(folder).filter((name) => name.endsWith('.png'))
}

function compareFiles({ name, before, after, differences }) {
  const [left, right] = [before, after].map((folder) =>
    PNG.sync.read(fs.readFileSync(path.join(folder, name)))
  )
  if (left.width !== right.width || left.height !== right.height) return 1
  const difference = new PNG({ width: left.width, height: left.height })
  const count = pixelmatch(left.data, right.data, difference.data, left.width, left.height, {
    threshold: 0.1
  })
  if (count > 0 && differences !== undefined) {
    fs.mkdirSync(differences, { recursive: true })
    fs.writeFileSync(path.join(differences, name), PNG.sync.write(difference))
  }
  return count / (left.width * left.height)
}
