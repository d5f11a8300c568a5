/** What the chosen model won't get from the message, shown before sending. */
import type { ModelsView, ModelView } from '../../../app/contract/settings'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { VisibleText } from '../../ui/base/hidden-characters'
import { useAttachments } from '../content/attachments-view-store'
import type { AttachedFile } from '../content/attachments-view-store'
import styles from './unsupported-content.module.css'

export interface UnsupportedContentProps {
  readonly conversationId: string | null
  readonly models: ModelsView
  readonly model: string
  readonly connectedCount: number
}

/** A status. For unknown models it only names what is never sent to them. */
export function UnsupportedContent({
  conversationId,
  models,
  model,
  connectedCount
}: UnsupportedContentProps) {
  const { files } = useAttachments(conversationId)
  const found = models.models.find(({ id }) => id === model)
  const sentences = found === undefined ? [] : sentencesFor(found, files, connectedCount > 0)
  return (
    <div role="status">
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.notTaken}>
          <VisibleText text={sentence} />
        </p>
      ))}
    </div>
  )
}

function sentencesFor(
  { name, providerName, id, abilities }: ModelView,
  files: readonly AttachedFile[],
  hasTools: boolean
): readonly string[] {
  if (id === providerName) return [] // Direct mode shows this on its own
  const lacks = (ability: NonNullable<ModelView['abilities']>[number]) =>
    abilities?.includes(ability) === false
  const readsPages = abilities?.includes('pdf') === true
  const pictures = files.filter(({ mimeType }) => mimeType.startsWith('image/'))
  const told: readonly (readonly [boolean, readonly AttachedFile[], (files: string) => string])[] = [
    [lacks('images'), pictures, (named) => texts.takesNoImages({ model: name, files: named })],
    [
      !readsPages,
      files.filter(({ pdf }) => pdf === 'pages'),
      (named) => texts.takesNoPages({ model: name, files: named })
    ],
    [
      !readsPages,
      files.filter(({ pdf }) => pdf === 'both'),
      (named) => texts.takesWordsOnly({ model: name, files: named })
    ]
  ]
  return [
    ...(lacks('tools') && hasTools ? [texts.takesNoTools({ model: name })] : []),
    ...told.flatMap(([isLacking, which, say]) =>
      isLacking && which.length > 0 ? say(which.map((file) => file.name).join(', ')) : []
    )
  ]
}
