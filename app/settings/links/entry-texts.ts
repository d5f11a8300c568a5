/** Changes the texts of an entry one by one. */
import type { ParleyEntry } from '../other-apps/other-app-entry'

/** Names of variables and headers are kept. */
export function mapTexts(entry: ParleyEntry, change: (text: string) => string): ParleyEntry {
  const changeAll = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]))
  const { command, args, cwd, env, url, headers } = entry
  return {
    ...entry,
    ...(command !== undefined && { command: change(command) }),
    ...(args !== undefined && { args: args.map(change) }),
    ...(cwd !== undefined && { cwd: change(cwd) }),
    ...(env !== undefined && { env: changeAll(env) }),
    ...(url !== undefined && { url: change(url) }),
    ...(headers !== undefined && { headers: changeAll(headers) })
  }
}
