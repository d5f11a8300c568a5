/** Diagrams in an answer are drawn apart from the window. Hostile ones do no harm and block nothing. */
import { say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answers, sendMessage } from './window'

const fence = (code: string): string => `\`\`\`mermaid\n${code}\n\`\`\``

const flow = 'flowchart LR\n  A[Ask] --> B{Allowed?}\n  B -- yes --> C[Run it]\n  B -- no --> D[Say so]'
const hostile = [
  '%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(https://evil.example/a)"}}%%',
  'flowchart TD',
  `  A["<img src=x onerror='document.title=1'><b>Hostile</b>"] --> B[End]`,
  '  click A "javascript:alert(1)"',
  '  click B href "https://evil.example/" _blank'
].join('\n')
const broken = 'flowchart LR\n  A --> --> B'
/** Its layout takes minutes. */
const endless = [
  'flowchart TD',
  ...Array.from({ length: 900 }, (_, edge) => `n${(edge * 7_919) % 331} --> n${(edge * 104_729) % 337}`)
].join(';')

test('draws diagrams, also a hostile one, keeps the code of a broken and an endless one, and stays responsive', async ({
  start,
  startModel,
  workspace
}) => {
  const answered = [hostile, flow].map(fence).join('\n\n')
  const second = [endless, broken].map(fence).join('\n\n')
  const texts = [answered, second]
  const model = await startModel(() => [say(texts.shift() ?? '')])
  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  const { app, window } = await start()
  await sendMessage(window, 'Draw it')
  const pictures = answers(window).first().getByRole('img', { name: 'Drawing' })
  await expect(pictures).toHaveCount(2)
  const sources = await pictures.evaluateAll((images) =>
    images.map((image) => (image as HTMLImageElement).src)
  )
  const [drawnHostile = '', drawnFlow = ''] = sources.map((source) =>
    Buffer.from(source.split(',')[1] ?? '', 'base64').toString()
  )
  for (const word of ['Ask', 'Allowed?', 'yes', 'Say']) expect(drawnFlow).toContain(word)
  expect(drawnHostile).toContain('Hostile')
  expect(drawnHostile).not.toMatch(/evil|javascript:|onerror|<img|<a[\s>]/)
  // As a picture the page decodes it, and it is as large as it was drawn.
  expect(await pictures.last().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
  await window.screenshot({ path: test.info().outputPath('drawn.png') })
  await app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file })
  }, test.info().outputPath('saved.png'))
  await answers(window).first().getByRole('button', { name: 'Save as PNG' }).last().click()
  await expect(window.getByText(/saved\.png/)).toBeVisible()
  await answers(window).first().getByRole('button', { name: 'Show code' }).last().click()
  await expect(answers(window).first().locator('pre')).toContainText('B -- yes --> C[Run it]')

  await sendMessage(window, 'And these')
  const reason = answers(window)
    .last()
    .getByText(/can't be displayed: .*line 2/)
  const slow = answers(window)
    .last()
    .getByText(/longer than 10 seconds/)
  await slow.or(reason).first().scrollIntoViewIfNeeded()
  // The window answers while the other page is busy.
  await window.getByRole('textbox', { name: 'Message' }).fill('still here')
  await expect(slow).toBeVisible()
  await reason.scrollIntoViewIfNeeded()
  await expect(reason).toBeVisible()
  await window.screenshot({ path: test.info().outputPath('refused.png') })
  await window.getByRole('textbox', { name: 'Message' }).fill('')
  expect(await window.title()).toBe('Parley')
})
