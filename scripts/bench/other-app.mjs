/**
 * Measures another Electron app in the same way as Parley: its start and idle memory against an empty window, in turns, and the
 * same long answer if a profile is given. It assumes only Electron: the message box is the first visible field that accepts text.
 */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { say } from '../process/terminal.mjs'
import { prepareFolder, removeFolder, withApp, withPage } from './running-app.mjs'
import { measureAnswer, startModel, streamingFigures } from './streaming.mjs'
import { startFigures, startFloor, startOnce } from './window.mjs'

const fields = 'textarea, [contenteditable="true"], [role="textbox"], input[type="text"]'
/** A profile names it. */
const modelPort = 39_117

/** @param {{ program: string, profile: string | undefined }} app `profile`: a folder of its data, which is copied */
export async function otherAppRows(electron, effort, app) {
  const rows = await measureStarts(electron, effort, app)
  if (app.profile !== undefined) rows.push(...(await measureStreaming(effort, app)))
  else say(`streaming needs --profile DIR, whose model is at http://127.0.0.1:${modelPort}`)
  return rows.map((row) => ({ ...row, name: `other app, ${row.name}`, budget: null }))
}

async function measureStarts(electron, { runs, isShort }, { program, profile }) {
  const folders = { floor: prepareFolder('floor'), other: copyProfile(profile) }
  const taken = { ours: [], theirs: [] }
  const warmUps = isShort ? 0 : 1
  const idleMs = isShort ? 500 : 5_000
  try {
    await withDisplay(!hasDisplay(), async (env) => {
      for (let run = 0; run < warmUps + runs; run++) {
        const theirs = await startFloor(electron, folders.floor, { env, idleMs })
        const ours = await startOnce(program, appArgs(folders.other), { env, idleMs, fields })
        if (run < warmUps) continue
        taken.ours.push(ours)
        taken.theirs.push(theirs)
      }
    })
  } finally {
    Object.values(folders).forEach(removeFolder)
  }
  return startFigures(taken.ours, taken.theirs)
}

async function measureStreaming({ isShort }, { program, profile }) {
  const { model, lastSentence } = await startModel(isShort, modelPort)
  const folder = copyProfile(profile)
  const taken = { Markdown: [], Plain: [] }
  try {
    await withDisplay(!hasDisplay(), (env) =>
      withApp({ executable: program, args: appArgs(folder), env }, ({ port }) =>
        withPage(port, async (page) => {
          const field = page.locator(fields).filter({ visible: true }).first()
          for (const name of Object.keys(taken))
            taken[name].push(await measureAnswer(page, { name, field, ended: { text: lastSentence(name) } }))
        })
      )
    )
  } finally {
    await model.close()
    removeFolder(folder)
  }
  return streamingFigures(taken)
}

function copyProfile(profile) {
  if (profile === undefined) return prepareFolder('other')
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-other-'))
  cpSync(profile, folder, { recursive: true })
  return folder
}

/** Each Electron app knows the first. As root none starts without the second. */
const appArgs = (folder) => [
  `--user-data-dir=${folder}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : [])
]
