// Which folder imports which, types included: no folder may reach itself by way of others, and none holds so many files
// that it becomes unclear. Other rules of imports are in .oxlintrc.json.

import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A folder with more files needs subfolders. */
const mostFiles = 40
/** What no product is made of: tests, what they use, what is generated. */
const leftOut = new Set(['testing', 'fixtures', 'compiled', 'node_modules'])
const endings = ['', '.ts', '.tsx', '/index.ts']

/**
 * @param {readonly string[]} roots folders that hold the product
 * @returns {string[]} what is wrong, a sentence each
 */
export function checkFolders(roots) {
  const files = roots.flatMap((root) => productFiles(root))
  return [...findCircles(importsByFolder(files)).map(describeCircle), ...findCrowds(files)]
}

function productFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : productFiles(file)
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|d)\.tsx?$/.test(entry.name) ? [file] : []
  })
}

/** By folder the folders that it imports, each with one import that says so. */
function importsByFolder(files) {
  const known = new Set(files)
  const graph = new Map(files.map((file) => [path.dirname(file), new Map()]))
  for (const file of files) {
    for (const target of importsOf(file)) {
      const found = endings.map((ending) => target + ending).find((candidate) => known.has(candidate))
      const [from, to] = [path.dirname(file), found === undefined ? null : path.dirname(found)]
      if (to !== null && from !== to && !graph.get(from).has(to)) graph.get(from).set(to, { file, found })
    }
  }
  return graph
}

/** Paths that a file imports, without their endings as they are written. */
function importsOf(file) {
  const text = fs.readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    // For these, only the position is known, with the quotes.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))
  ]
  return named.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name))
}

/** The shortest way from a folder back to itself, one for each set of folders that reach each other. */
export function findCircles(graph) {
  const circles = []
  const told = new Set()
  for (const start of graph.keys()) {
    if (told.has(start)) continue
    const circle = wayBack(graph, start)
    if (circle === null) continue
    circles.push(circle)
    for (const { from } of circle) told.add(from)
  }
  return circles
}

function wayBack(graph, start) {
  const cameFrom = new Map()
  const queue = [start]
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    for (const [next, because] of graph.get(folder) ?? []) {
      if (next !== start && cameFrom.has(next)) continue
      cameFrom.set(next, { from: folder, to: next, because })
      if (next === start) return stepsTo(start, cameFrom)
      queue.push(next)
    }
  }
  return null
}

function stepsTo(start, cameFrom) {
  const steps = []
  let folder = start
  do {
    const step = cameFrom.get(folder)
    steps.unshift(step)
    folder = step.from
  } while (folder !== start)
  return steps
}

function describeCircle(circle) {
  const steps = circle.map(({ from, to, because }) => `  ${from} → ${to} (${because.file})`)
  return `These folders import each other in a circle:\n${steps.join('\n')}`
}

function countByFolder(files) {
  const counts = new Map()
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  return counts
}

function findCrowds(files) {
  return [...countByFolder(files)]
    .filter(([, count]) => count > mostFiles)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files. The limit is ${mostFiles}: divide it into subfolders.`
    )
}
