/** Text of a presentation, slide by slide in order. */
import { readRelations } from './relations'
import type { OfficeParts } from './parts'
import type { OfficeText } from './document-text'
import { readXml } from './xml'

const presentation = 'ppt/presentation.xml'

export function readSlides(parts: OfficeParts, words: OfficeText): void {
  const relations = readRelations(parts, presentation)
  const slides: string[] = []
  readXml(parts.read(presentation), {
    open: (name, attributes) => {
      const slide = name === 'sldId' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (slide !== undefined) slides.push(slide)
    }
  })
  for (const [index, slide] of slides.entries()) {
    words.mark(`\n\n[Slide ${index + 1} of ${slides.length}]\n`)
    readSlide(parts.read(slide), words)
    const notes = [...readRelations(parts, slide).values()].find((part) => part.includes('notesSlide'))
    if (notes === undefined) continue
    words.mark('\n[Notes]\n')
    readSlide(parts.read(folded(notes)), words)
  }
}

function readSlide(xml: string, words: OfficeText): void {
  const state = { isText: false, cells: 0 }
  readXml(xml, {
    open: (name) => {
      if (name === 't') state.isText = true
      else if (name === 'tc') state.cells += 1
      else if (name === 'br') words.mark('\n')
    },
    close: (name) => {
      if (name === 't') state.isText = false
      else if (name === 'p') words.mark(state.cells > 0 ? ' ' : '\n')
      else if (name === 'tc') {
        state.cells -= 1
        words.mark('| ')
      } else if (name === 'tr') words.mark('\n')
    },
    text: (text) => {
      if (state.isText) words.add(text)
    }
  })
}

/** Relations of slides refer to the parent folder. */
function folded(part: string): string {
  return part.replace(/[^/]+\/\.\.\//g, '')
}
