/** `logs` and `verify-ledger`: read files directly, also while a window is open. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../../app/base/host-error'
import { runLedger } from '../../../app/host/ledger-command'
import { quote, say } from '../../../app/texts/render-localized'
import { createServerFileNames } from '../../../app/base/server-file-names'
import { exitCodes } from '../request/exit-codes'
import { terminalText } from '../terminal/terminal-text'
import type { CommandLineCommand } from './command'

export const logsCommand: CommandLineCommand = async ({ request, places }) => {
  const { target } = request
  const server = target?.type === 'name' ? target.name : ''
  const file = path.join(places.dataFolder, 'logs', 'servers', createServerFileNames('.log')(server))
  const text = await readFile(file, 'utf8').catch(() => null) // it has never run, or under another name
  if (text === null) throw new HostError('SERVER_UNKNOWN', say('cli.noLog', { server, file }))
  const lines = text.split('\n').filter((line) => line !== '')
  return { value: { server, file, lines }, text: terminalText(text) }
}

export const verifyLedgerCommand: CommandLineCommand = async ({ places }) => {
  const said: string[] = []
  const take = (text: string) => void said.push(text)
  const status = await runLedger(['verify', '--data-dir', places.dataFolder], { out: take, error: take })
  const text = said.join('')
  if (status === 2) throw new HostError('HISTORY_UNAVAILABLE', quote(text.split('\n')[0] ?? ''))
  const isUnbroken = status === 0
  return {
    value: { isUnbroken, message: text.trim() },
    text: terminalText(text),
    exitCode: isUnbroken ? exitCodes.ok : exitCodes.failed
  }
}
