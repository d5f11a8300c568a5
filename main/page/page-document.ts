/** The page as it is sent: with the first frame that the build has drawn, so that the page shows it before any script. */
import path from 'node:path'
import { readShipped } from '../../app/base/shipped-file'
import { readQuery } from '../../app/contract/bridge/beginning'

export interface PageDocument {
  readonly html: string
  /** The page's own style element, as a source of the content policy. The build has computed its hash. */
  readonly styleSource: string
}

/** `query` says which frame; without one the page begins empty. */
export async function readPageDocument(folder: string, query: string): Promise<PageDocument> {
  const wanted = readQuery(query)
  const [page, frame] = await Promise.all([
    readText(path.join(folder, 'index.html')),
    wanted && readText(path.join(folder, 'frames', `${wanted.language}-${wanted.frame}.html`))
  ])
  return {
    html: wanted === null ? page : withFrame(page, wanted.language, frame ?? ''),
    styleSource: `'${/<style data-hash="(sha256-[^"]+)">/u.exec(page)?.[1] ?? 'none'}'`
  }
}

function withFrame(page: string, language: string, frame: string): string {
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<div id="root"></div>', () => `<div id="root">${frame}</div>`)
}

async function readText(file: string): Promise<string> {
  return (await readShipped(file)).toString()
}
