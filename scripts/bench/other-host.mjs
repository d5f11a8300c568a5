/**
 * Measures another MCP app on Electron, which the user installed, in the same way as Parley: start and idle memory against an
 * empty window, in turns, and the same long answer if its profile is given. Only Electron is assumed: the message field is
 * the first visible field that accepts text.
 */
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../process/bundle.mjs'
import { hasDisplay, withDisplay } from '../process/display.mjs'
import { say } from '../process/terminal.mjs'
import { prepareFolder, removeFolder, withApp, withPage } from './running-app.mjs'
import { measureAnswer, streamingFigures } from './streaming.mjs'
import { startFigures, startOnce, startOfFloor } from './window.mjs'

/** Any of these; the first that can be seen. */
const fields = 'textarea, [contenteditable="true"], [role="textbox"], input[type="text"]'
/** The same each time, as the profile has to name it. */
const modelPort = 39_117
const letters = { long: 100_000, short: 4_000 }

/**
 * @param {{ program: string, profile: string | undefined }} host its executable, and a folder of its data in which it has a
 * model at the port of the bench; without one only its start is measured, with an empty folder
 */
export async function otherHostRows(electron, effort, { program, profile }) {
  const rows = await measureStarts(electron, effort, { program, profile })
  if (profile === undefined) {
    say(
      `streaming is left out: --profile DIR has to name a folder of its data with a model at ${addressOf(modelPort)}`
    )
    return rows
  }
  return [...rows, ...(await measureStreaming(effort, { program, profile }))]
}

async function measureStarts(electron, { runs, isShort }, { program, profile }) {
  const folders = { floor: prepareFolder('floor'), other: copyOf(profile) }
  const taken = { ours: [], theirs: [] }
  const warmUps = isShort ? 0 : 1
  const idleMs = isShort ? 500 : 8_000
  try {
    await withDisplay(!hasDisplay(), async (env) => {
      for (let run = 0; run < warmUps + runs; run++) {
        const theirs = await startOfFloor(electron, folders.floor, { env, idleMs })
        const ours = await startOnce(program, argsFor(folders.other), { env, idleMs, field: fields })
        if (run < warmUps) continue
        taken.ours.push(ours)
        taken.theirs.push(theirs)
      }
    })
  } finally {
    Object.values(folders).forEach(removeFolder)
  }
  return startFigures(taken).map(named)
}

async function measureStreaming({ isShort }, { program, profile }) {
  const file = await bundle('bench-long-answer', 'app/testing/bench/long-answer.ts')
  const { startLongModel, lastWords } = await import(pathToFileURL(file).href)
  const model = await startLongModel(isShort ? letters.short : letters.long, modelPort)
  const folder = copyOf(profile)
  const taken = { Markdown: [], Plain: [] }
  try {
    await withDisplay(!hasDisplay(), (env) =>
      withApp({ executable: program, args: argsFor(folder), env }, ({ port }) =>
        withPage(port, async (page) => {
          const field = page.locator(fields).filter({ visible: true }).first()
          for (const name of ['Plain', 'Markdown']) {
            const ended = { words: lastWords(name) }
            taken[name].push(await measureAnswer(page, { name, field, ended }))
          }
        })
      )
    )
  } finally {
    await model.close()
    removeFolder(folder)
  }
  return streamingFigures(taken).map(named)
}

/** What is started on must not change what its owner has. */
function copyOf(profile) {
  if (profile === undefined) return prepareFolder('other')
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-other-'))
  cpSync(profile, folder, { recursive: true })
  return folder
}

/** The first every program on Electron knows; as root none starts without the second. */
function argsFor(folder) {
  return [`--user-data-dir=${folder}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
}

const named = (row) => ({ ...row, name: `other host, ${row.name}`, budget: null })
const addressOf = (port) => `http://127.0.0.1:${port}`
