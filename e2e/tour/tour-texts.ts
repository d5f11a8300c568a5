/** The screen's texts in another language, so that the tour finds controls there by the English names. */
import fs from 'node:fs'
import path from 'node:path'
import { projectFolder } from '../launch'

export type Language = 'en' | 'de'

type Filled = Readonly<Record<string, string>>

/** Translates an English text of the catalogue, with its placeholders, into the language, filled in. */
export type TourTexts = (english: string, filled?: Filled) => string

export function readTourTexts(language: Language): TourTexts {
  const catalogue = language === 'en' ? null : translations(language)
  return (english, filled = {}) => {
    const text = catalogue === null ? english : catalogue.get(english)
    if (text === undefined) throw new Error(`No text of the window is “${english}”.`)
    return Object.entries(filled).reduce((whole, [name, value]) => whole.replaceAll(`{${name}}`, value), text)
  }
}

function translations(language: Language): Map<string, string> {
  const texts = path.join(projectFolder, 'app/texts')
  const read = (folder: string, file: string) =>
    JSON.parse(fs.readFileSync(path.join(texts, folder, 'window', file), 'utf8')) as Record<string, string>
  const found = new Map<string, string>()
  for (const file of fs.readdirSync(path.join(texts, 'en/window'))) {
    const translated = read(language, file)
    for (const [key, english] of Object.entries(read('en', file))) found.set(english, translated[key] ?? '')
  }
  return found
}
