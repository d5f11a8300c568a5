// A journey starts the app as a person does: with what the build compiled, which V8 turns down where its flags are others.

import fs from 'node:fs'
import path from 'node:path'
import { projectFolder } from './launch'
import { expect, sharedTest as test } from './test'

test('the main process runs what the build compiled of it', async ({ start, workspace }) => {
  const { app } = await start()
  // Under another name: of a file that it runs already V8 asks for nothing that was compiled.
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
