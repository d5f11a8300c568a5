/** Reads the XML of office documents piece by piece: no tree is held, and no entity is replaced but those of XML itself. */
import { Parser } from 'htmlparser2'

type Attributes = Readonly<Record<string, string>>

/** Names are without the prefix of their namespace, which writers choose as they like. */
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

/** The id of a relation keeps its prefix: beside it stands an id without one. */
function localNames(given: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.endsWith(':id') ? 'r:id' : local(name), value])
  )
}
