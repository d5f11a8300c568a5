/** Puts the four pictures of a view on one small sheet in `dist/screens`, and lists the sheets in its README.md. */
import fs from 'node:fs'
import path from 'node:path'
import { projectFolder } from '../launch'
import { folder, test } from './guide'

const sheets = path.join(projectFolder, 'dist/screens')

const intro = `# Every view of the window

Each sheet shows a view in English (left) and German (right), light (above) and dark (below), at half the size of the window.
`

test('puts pictures on sheets', async ({ open }) => {
  test.skip(process.env['PARLEY_SHEETS'] !== '1', 'only the pictures are wanted')
  const { parley } = await open({ language: 'en', settings: {} })
  fs.rmSync(sheets, { recursive: true, force: true })
  fs.mkdirSync(sheets, { recursive: true })
  const views = new Set(fs.readFileSync(path.join(folder, 'views.txt'), 'utf8').trim().split('\n'))
  const listed: string[] = []
  for (const line of views) {
    const [name = '', view = ''] = line.split('\t')
    const of = (kind: string) => path.join(folder, `${name}-${kind}.png`)
    const jpeg = await parley.app.evaluate(composeSheet, [
      of('en-light'),
      of('de-light'),
      of('en-dark'),
      of('de-dark')
    ])
    fs.writeFileSync(path.join(sheets, `${name}.jpg`), Buffer.from(jpeg, 'base64'))
    listed.push(`## ${view}\n\n![${view}](${name}.jpg)\n`)
  }
  fs.writeFileSync(path.join(sheets, 'README.md'), `${intro}\n${listed.join('\n')}`)
})

/** Runs in the main process: two rows of two pictures, each half as large. */
function composeSheet({ nativeImage }: typeof Electron.CrossProcessExports, files: string[]): string {
  const [width, height] = [640, 400]
  const sheet = Buffer.alloc(width * 2 * height * 2 * 4)
  for (const [index, file] of files.entries()) {
    const picture = nativeImage.createFromPath(file).resize({ width, height, quality: 'best' }).toBitmap()
    const [left, top] = [(index % 2) * width, Math.floor(index / 2) * height]
    for (let row = 0; row < height; row += 1)
      picture.copy(sheet, ((top + row) * width * 2 + left) * 4, row * width * 4, (row + 1) * width * 4)
  }
  return nativeImage
    .createFromBitmap(sheet, { width: width * 2, height: height * 2 })
    .toJPEG(72)
    .toString('base64')
}
