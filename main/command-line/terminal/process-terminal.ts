/** The terminal of this process. */
import process from 'node:process'
import { createInterface } from 'node:readline'
import { openScreen, type OpenScreen } from './screen'
import type { Terminal } from './terminal'

export const processTerminal = (): Terminal => ({
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  readLine,
  readLines: () => createInterface({ input: process.stdin, crlfDelay: Infinity }),
  openScreen: screenOfProcess()
})

/** The end of the input is an empty answer. */
function readLine(): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin })
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}

function screenOfProcess(): OpenScreen | undefined {
  const { stdin: input, stdout: output, env } = process
  if (!input.isTTY || !output.isTTY || env['TERM'] === 'dumb') return undefined
  // https://no-color.org
  const hasColor = (env['NO_COLOR'] ?? '') === '' && output.hasColors()
  return (listeners) => openScreen({ input, output, hasColor }, listeners)
}
