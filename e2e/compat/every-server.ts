/** Every server of the table, each added, listed, shown and called in the real window. A file keeps the outcome. */
import fs from 'node:fs'
import path from 'node:path'
import { projectFolder } from '../launch'
import { sharedTest as test } from '../test'
import { useServer, writeFiles } from './drive'
import { withLibrary } from './libraries'
import { prepareHome } from './registries'
import { readTable } from './table'

const results = path.join(projectFolder, '.cache/compat/results')

const only = process.env['PARLEY_COMPAT_ONLY']?.split(',')

for (const row of readTable().filter(({ name }) => only?.includes(name) ?? true))
  test(row.name, async ({ start, workspace }) => {
    const write = (result: object) => {
      fs.mkdirSync(results, { recursive: true })
      fs.writeFileSync(path.join(results, `${row.name}.json`), JSON.stringify(result, null, 2))
    }
    const { version } = row
    const date = new Date().toISOString().slice(0, 10)
    write({ version, date, works: false, reason: 'the run was ended before its end' })
    const folder = workspace.file('files')
    writeFiles(row, folder)
    prepareHome(workspace.home)
    workspace.writeSettings({ mcpServers: {} })
    const { window } = await start()
    try {
      const outcome = await useServer({ window, workspace, folder }, await withLibrary(row))
      write({ version, date, works: true, ...outcome })
    } catch (error) {
      write({ version, date, works: false, reason: String(error) })
      const logs = Object.entries(workspace.readLogs()).map(([name, text]) => `== ${name}\n${text}`)
      fs.writeFileSync(path.join(results, `${row.name}.log`), logs.join('\n'))
      throw error
    }
  })
