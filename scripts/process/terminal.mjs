// Messages of the scripts to the user. All of them go to standard error: standard output belongs to results
// that another program reads (`electron.mjs --print`, the last line of `npm test`).

const useColour = Boolean(process.stderr.isTTY) && !process.env.NO_COLOR

const paint = (code) => (text) => (useColour ? `\u001b[${code}m${text}\u001b[0m` : text)
export const bold = paint('1')
export const green = paint('32')
export const red = paint('31')
export const dim = paint('2')

export function say(message) {
  process.stderr.write(`${message}\n`)
}

/** A failure whose message says what to do. It is shown without a stack. */
export class SetupError extends Error {
  name = 'SetupError'
}

/** Runs a script's body; an expected failure, or an option that it doesn't know, becomes its message and exit status 1. */
export async function runScript(body) {
  try {
    const status = await body()
    if (typeof status === 'number') endWith(status)
  } catch (error) {
    const isExpected = error instanceof SetupError || String(error?.code).startsWith('ERR_PARSE_ARGS_')
    say(isExpected ? `${red('error:')} ${error.message}` : String(error?.stack ?? error))
    endWith(1)
  }
}

/** At the very end: electron-builder ends the process with status 0 before, also after a failure. */
function endWith(status) {
  process.exitCode = status
  process.once('exit', () => (process.exitCode = status))
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`
