/** Resolves the ids with which a part refers to other parts. */
import type { OfficeParts } from './parts'
import { readXml } from './xml'

/** `part`: e.g. xl/workbook.xml. Id → name of a part. */
export function readRelations(parts: OfficeParts, part: string): Map<string, string> {
  const at = part.lastIndexOf('/') + 1
  const [folder, name] = [part.slice(0, at), part.slice(at)]
  const found = new Map<string, string>()
  readXml(parts.read(`${folder}_rels/${name}.rels`), {
    open: (tag, { Id, Target }) => {
      if (tag !== 'Relationship' || Id === undefined || Target === undefined) return
      found.set(Id, Target.startsWith('/') ? Target.slice(1) : folder + Target)
    }
  })
  return found
}
