/** Short facts about a resource in readable form. Everything comes from the server and is only shown. */
import type { ResourceTemplateView, ResourceView } from '../../../app/contract/offers'
import { formatMoment, formatSize } from '../../ui/base/format'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Texts from a server are cut to this many characters where a fact should be short. */
const factLimit = 60

/** E.g. `text/markdown`, `12 kB`, `for the model`, `priority 0.8`, `changed Nov 21, 2026, 2:30 PM`. */
export function resourceFacts({ mimeType, size, annotations, isSkill }: ResourceView): readonly string[] {
  const { audience, priority, lastModified } = annotations
  return [
    isSkill ? texts.skill() : null,
    typeFact(mimeType),
    size === null ? null : formatSize(size),
    audienceFact(audience),
    priority === null ? null : texts.priority({ priority: Number(priority.toFixed(2)) }),
    lastModified === null ? null : texts.changedAt({ at: moment(lastModified) })
  ].filter((fact) => fact !== null)
}

export function templateFacts({ mimeType }: ResourceTemplateView): readonly string[] {
  return mimeType === null ? [] : [cut(mimeType)]
}

/** The protocol has a special type for folders. @spec 2025-11-25 server/resources#common-uri-schemes */
function typeFact(mimeType: string | null): string | null {
  if (mimeType === 'inode/directory') return texts.folder()
  return mimeType === null ? null : cut(mimeType)
}

function audienceFact(audience: ResourceView['annotations']['audience']): string | null {
  const isForPerson = audience.includes('user')
  const isForModel = audience.includes('assistant')
  if (isForPerson && isForModel) return texts.forBoth()
  if (isForPerson) return texts.forYou()
  return isForModel ? texts.forModel() : null
}

function moment(lastModified: string): string {
  const at = Date.parse(lastModified)
  return Number.isNaN(at) ? cut(lastModified) : formatMoment(at)
}

function cut(text: string): string {
  return text.length > factLimit ? `${text.slice(0, factLimit)}…` : text
}
