/** The terminal of this process. */
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Terminal } from './terminal'

export const processTerminal = (): Terminal => ({
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  readLine,
  readLines: () => createInterface({ input: process.stdin, crlfDelay: Infinity })
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
