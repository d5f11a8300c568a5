// A journey starts the app as a user does, with the build's compiled code. V8 rejects that code under different flags.

import fs from 'node:fs'
import path from 'node:path'
import { projectFolder } from './launch'
import { expect, sharedTest as test } from './test'

test("runs the main process from the build's compiled code", async ({ start, workspace }) => {
  const { app } = await start()
  // Under another name: V8 doesn't request compiled code for a file that it already runs.
  const copy = workspace.file('copy.js')
  for (const ending of ['', '.cache'])
    fs.copyFileSync(path.join(projectFolder, `out/main/main-entry.js${ending}`), copy + ending)
  const isTurnedDown = await app.evaluate(({ app: parley }, file) => {
    const { createRequire } = process.getBuiltinModule('node:module')
    const { compile } = createRequire(`${parley.getAppPath()}/out/main/`)('./load-code.js')
    return compile(file).cachedDataRejected
  }, copy)
  // Undefined where nothing was compiled.
  expect(isTurnedDown).toBe(false)
})
