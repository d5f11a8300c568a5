// `npm run site`: takes the pictures and builds the documents as a site into dist/site. `-- --no-pictures` leaves them out, and
// `-- --serve` then shows the site. It fails at a link that leads nowhere.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inProject, root } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { bold, runScript, say, SetupError } from './process/terminal.mjs'
import { isPlaceholder, readProduct, siteBase } from './release/product.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { pagesFolder, picturesFolder, siteFolder } from './site/folders.mjs'
import { pagePath, rootPages, slug, stagePage } from './site/stage-page.mjs'

const readmePicture = 'docs/screenshot.png'

await runScript(async () => {
  const options = { 'no-pictures': { type: 'boolean' }, serve: { type: 'boolean' } }
  const { values } = parseArgs({ options })
  await ensureDependencies()
  if (!values['no-pictures']) await takePictures()
  stage(values['no-pictures'] ? [] : readViews())
  // These need what was just installed.
  const [{ build, serve }, { findDeadLinks }] = await Promise.all([
    import('vitepress'),
    import('./site/dead-links.mjs')
  ])
  await build(inProject('docs'))
  const dead = findDeadLinks(siteFolder, siteBase(readProduct()))
  if (dead.length > 0) throw new SetupError(`these links lead nowhere:\n  ${dead.join('\n  ')}`)
  say(bold(`the site is in ${path.relative(root, siteFolder)}/`))
  if (values.serve) await serve({ root: inProject('docs') })
})

/** Of the English tour only. */
async function takePictures() {
  const args = [inProject('scripts/screens.mjs'), '--into', picturesFolder, '--only', ', en$']
  const { status } = await run(process.execPath, args, { stdio: toStderr })
  if (status !== 0) throw new SetupError('the pictures could not be taken')
}

/** The titles of the views with a picture. */
function readViews() {
  const lines = fs.readFileSync(path.join(picturesFolder, 'views.txt'), 'utf8').trim().split('\n')
  return lines.map((line) => line.split('\t')[1])
}

function stage(views) {
  fs.rmSync(pagesFolder, { recursive: true, force: true })
  const files = listPages()
  const site = { pages: new Set(files), pictures: new Set([...views, readmePicture]), codeAt: findCode() }
  const used = new Set()
  for (const file of files) {
    const text = stagePage(fs.readFileSync(inProject(file), 'utf8'), file, site)
    for (const [, name] of text.matchAll(/\]\(\/screens\/([\w-]+)\.png\)/gu)) used.add(name)
    write(pagePath(file), text)
  }
  copy(inProject(readmePicture), path.basename(readmePicture))
  copy(inProject('resources/icon.svg'), 'icon.svg')
  for (const view of views.filter((title) => used.has(slug(title))))
    copy(path.join(picturesFolder, `${slug(view)}-en-light.png`), `screens/${slug(view)}.png`)
}

function listPages() {
  const names = fs.readdirSync(inProject('docs'), { recursive: true }).map((name) => `docs/${name}`)
  return [...Object.keys(rootPages), ...names.filter((name) => name.endsWith('.md'))]
}

/** Where a reader finds the files that aren't pages. */
function findCode() {
  const { repository } = readProduct()
  const { version } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'))
  return isPlaceholder(repository) ? null : `${repository.replace(/\.git$/u, '')}/blob/v${version}`
}

function write(name, text) {
  const file = path.join(pagesFolder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

function copy(from, name) {
  const file = path.join(pagesFolder, 'public', name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.copyFileSync(from, file)
}
