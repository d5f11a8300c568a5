/** Makes texts that the window can't draw, as a fault in its drawing code would. */
import type { Page } from 'playwright/test'

/** From now on no element can have exactly one of these texts. Within longer text they can be drawn. */
export async function forbidTexts(window: Page, texts: readonly string[]): Promise<void> {
  await window.evaluate(forbid, texts)
}

/** The same from the next load of the page on, before anything is drawn. */
export async function forbidTextsAfterReload(window: Page, texts: readonly string[]): Promise<void> {
  await window.addInitScript(forbid, texts)
}

/** Runs in the page. */
function forbid(texts: readonly string[]): void {
  const page = globalThis as typeof globalThis & { forbiddenTexts?: readonly string[] }
  const isFirst = page.forbiddenTexts === undefined
  page.forbiddenTexts = texts
  if (!isFirst) return
  const check = (text: unknown) => {
    if (page.forbiddenTexts?.includes(String(text)) === true)
      throw new Error(`“${String(text)}” can’t be drawn`)
  }
  const createTextNode = Document.prototype.createTextNode
  Document.prototype.createTextNode = function (text) {
    check(text)
    return createTextNode.call(this, text)
  }
  for (const name of ['textContent', 'nodeValue'] as const) {
    const property = Object.getOwnPropertyDescriptor(Node.prototype, name)
    Object.defineProperty(Node.prototype, name, {
      ...property,
      set(this: Node, text: string) {
        check(text)
        property?.set?.call(this, text)
      }
    })
  }
}
