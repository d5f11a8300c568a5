/** Reads the XML of office documents as a stream: builds no tree, and expands only the entities of XML itself. */
import { Parser } from 'htmlparser2'

type Attributes = Readonly<Record<string, string>>

/** Names have no namespace prefix, because writers choose it freely. */
export interface XmlEvents {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

export function readXml(xml: string, { open, close, text }: XmlEvents): void {
  const parser = new Parser(
    {
      onopentag: (name, given) => open?.(local(name), localNames(given)),
      onclosetag: (name) => close?.(local(name)),
      ontext: (words) => text?.(words)
    },
    { xmlMode: true, decodeEntities: true }
  )
  parser.end(xml)
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** A relation's id keeps its prefix, because the element also has an id without one. */
function localNames(given: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.endsWith(':id') ? 'r:id' : local(name), value])
  )
}
