import fs from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { SlowFirst, slowFiles } from './slow-first.mjs'

it('every file that comes first is there', () => {
  expect(slowFiles.filter((file) => !fs.existsSync(inProject(file)))).toEqual([])
})

it('puts the slowest files first and keeps the order of the others', async () => {
  const specOf = (file) => ({
    moduleId: inProject(file),
    project: { name: 'node', config: { sequence: {} } }
  })
  const [longest, second] = slowFiles
  const context = { cache: { getFileTestResults: () => undefined, getFileStats: () => undefined } }
  const sequencer = new SlowFirst({ ...context, config: { root: inProject() } })
  const sorted = await sequencer.sort(['app/b.test.ts', second, 'app/a.test.ts', longest].map(specOf))
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual(
    [longest, second, 'app/b.test.ts', 'app/a.test.ts'].map((file) => inProject(file))
  )
})
