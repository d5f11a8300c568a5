/** Parley's scripts for the pages of previews, as the build wrote them. */
import { app } from 'electron'
import path from 'node:path'
import { readShipped } from '../../app/base/shipped-file'

export async function readPreviewScript(name: string): Promise<string> {
  const file = path.join(app.getAppPath(), 'out', 'previews', `${name}.js`)
  return (await readShipped(file)).toString('utf8')
}
