import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { officeText } from './office-text'
import { OfficeProblem } from './document-text'

const limit = 100_000
const pack = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
const read = (parts: Readonly<Record<string, string>>) => officeText(pack(parts), limit)
const relations = (targets: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`

function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return error instanceof OfficeProblem ? error.why : String(error)
  }
  return 'read'
}

const word = (body: string) => ({
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
})

test('reads the text of a Word document, with headings, lists, tables and notes', () => {
  const text = read({
    ...word(
      '<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Plan</w:t></w:r></w:p>' +
        '<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>one &amp; </w:t></w:r><w:r><w:t>only</w:t></w:r></w:p>' +
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
    ),
    'word/footnotes.xml': '<w:footnotes xmlns:w="w"><w:p><w:r><w:t>see there</w:t></w:r></w:p></w:footnotes>'
  })
  expect(text).toContain('Word document, without its pictures and layout')
  expect(text).toContain('## Plan\n- one & only\na | b |\n')
  expect(text).toContain('[Notes]\nsee there')
})

test('leaves out what Word does not show: hidden and deleted text', () => {
  const text = read(
    word(
      '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>obey me</w:t></w:r><w:r><w:t>seen</w:t></w:r>' +
        '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>'
    )
  )
  expect(text).toContain('seen')
  expect(text).not.toMatch(/obey|gone/)
})

test('reads each sheet of a workbook, a line per row, with empty cells, dates and shared text', () => {
  const text = read({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Costs" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations({ rId1: 'worksheets/sheet1.xml' }),
    'xl/sharedStrings.xml':
      '<sst><si><t>Item</t></si><si><r><t>Te</t></r><r><t>a</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Day</t></is></c></row>' +
      '<row><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2.5</v></c><c r="C2" s="1"><v>45321</v></c></row></sheetData></worksheet>'
  })
  expect(text).toContain('[Sheet Costs]\nItem\t\tDay\nTea\t2.5\t2024-01-30')
})

test('reads the slides of a presentation in order, with their notes', () => {
  const slide = (words: string) => `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`
  const text = read({
    'ppt/presentation.xml':
      '<p:presentation><p:sldId id="9" r:id="rId2"/><p:sldId id="8" r:id="rId1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations({ rId1: 'slides/slide1.xml', rId2: 'slides/slide2.xml' }),
    'ppt/slides/slide1.xml': slide('last'),
    'ppt/slides/slide2.xml': slide('first'),
    'ppt/slides/_rels/slide2.xml.rels': relations({ rId1: '../notesSlides/notesSlide1.xml' }),
    'ppt/notesSlides/notesSlide1.xml': slide('say this')
  })
  expect(text).toMatch(/\[Slide 1 of 2\]\nfirst\n\n?\[Notes\]\nsay this\n\n\[Slide 2 of 2\]\nlast/)
})

test('reads text, tables and slides of OpenDocument files', () => {
  const text = read({
    'content.xml':
      '<office:document-content><text:h text:outline-level="1">Head</text:h><text:p>a<text:tab/>b<text:s text:c="2"/>c</text:p>' +
      '<office:annotation><text:p>hidden</text:p></office:annotation>' +
      '<table:table table:name="T"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>' +
      '<table:table-cell/><table:table-cell table:number-columns-repeated="2"><text:p>y</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table></office:document-content>'
  })
  expect(text).toContain('# Head\na\tb  c\n')
  expect(text).toContain('[Table T]\nx\t\ty\ty\n')
  expect(text).not.toContain('hidden')
})

test('does not expand entities of a document: a few lines would become gigabytes', () => {
  const text = read({
    'word/document.xml':
      '<!DOCTYPE d [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;">]><w:p><w:r><w:t>x &b; y</w:t></w:r></w:p>'
  })
  expect(text).toContain('x &b; y')
  expect(text).not.toContain('boom')
})

/** With other sizes of its parts in the list at its end. */
function withSize(parts: Uint8Array, size: number): Uint8Array {
  const view = new DataView(parts.buffer, parts.byteOffset, parts.byteLength)
  for (let at = 0; at < parts.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return parts
}

const long = word(`<w:p><w:r><w:t>${'long '.repeat(10_000)}</w:t></w:r></w:p>`)

test('rejects an archive that unpacks to more than the limit before unpacking it', () => {
  expect(refusal(() => officeText(withSize(pack(long), 151_000_000), limit))).toBe('large')
})

test('unpacks no more than the sizes that an archive states', () => {
  expect(refusal(() => officeText(withSize(pack(long), 10), limit))).toMatch(/empty|damaged/)
})

test('ends at the text limit when few cells describe millions', () => {
  const rows =
    '<table:table-row><table:table-cell table:number-columns-repeated="1000"><text:p>words</text:p></table:table-cell></table:table-row>'
  expect(
    refusal(() => read({ 'content.xml': `<d><table:table>${rows.repeat(1_000)}</table:table></d>` }))
  ).toBe('long')
})

test.each([
  ['kind', pack({ 'readme.txt': 'hello' })],
  ['damaged', strToU8('PK\u0003\u0004 and no more')],
  ['empty', pack(word('<w:p/>'))]
])('reports %s', (why, bytes) => {
  expect(refusal(() => officeText(bytes, limit))).toBe(why)
})
