// Whether out/ still fits the sources: a hash over the contents of everything that goes into a build,
// kept beside the outputs. Contents rather than times, because a fresh clone has meaningless times.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const stampName = 'out/.built.json'
const sources = ['app', 'main', 'preload', 'renderer', 'scripts/build', 'package-lock.json', 'package.json']
const isTest = (name) => /\.test\.tsx?$/u.test(name)

/** Hash over the names and contents of all sources below `folder`. */
export function hashSources(folder) {
  const hash = createHash('sha256')
  for (const file of listFiles(folder, sources)) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(folder, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Why a build is needed, or undefined when out/ is what a build would make.
 * @param {{ folder: string, mode: string, outputs: string[] }} wanted `outputs` relative to `folder`
 */
export function whyStale({ folder, mode, outputs }) {
  const isThere = (name) => fs.existsSync(path.join(folder, name))
  // A production build packs what no start reads.
  const missing = outputs.find((output) => !isThere(output) && !isThere(`${output}.br`))
  if (missing) return `${missing} is missing`
  const stamp = readStamp(folder)
  if (!stamp) return 'there is no record of the last build'
  if (stamp.mode !== mode) return `the last build was for ${stamp.mode}`
  if (stamp.sources !== hashSources(folder)) return 'sources have changed'
  return undefined
}

/** Records a finished build; `sourcesHash` is taken before it, so that a change meanwhile is not lost. */
export function recordBuild({ folder, mode, sourcesHash }) {
  fs.writeFileSync(path.join(folder, stampName), `${JSON.stringify({ mode, sources: sourcesHash })}\n`)
}

export function forgetBuild(folder) {
  fs.rmSync(path.join(folder, stampName), { force: true })
}

function readStamp(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, stampName), 'utf8'))
  } catch {
    return undefined // absent or half written: either way it proves nothing
  }
}

function listFiles(folder, names) {
  const files = []
  const visit = (name) => {
    const stat = fs.statSync(path.join(folder, name), { throwIfNoEntry: false })
    if (!stat) return
    if (!stat.isDirectory()) files.push(name)
    else for (const child of fs.readdirSync(path.join(folder, name)).sort()) visit(`${name}/${child}`)
  }
  for (const name of names) visit(name)
  return files.filter((name) => !isTest(name))
}
