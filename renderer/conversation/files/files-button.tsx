/** The button `Add files` with its file input and a note about what can be added. */
import { FilePlus2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { fileLimits } from '../../../app/contract/limits'
import { composer as texts } from '../../../app/texts/compiled/window/composer'
import { formatSize } from '../../ui/base/format'
import { IconButton } from '../../ui/controls/button'
import hiddenStyles from '../../ui/base/visually-hidden.module.css'
import { addFiles } from './add-files'

export function FilesButton({ conversationId }: { readonly conversationId: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const limitsId = useId()
  return (
    <>
      <IconButton
        label={texts.addFiles()}
        tip={`${texts.addFiles()}. ${describeFileLimit()}`}
        icon={FilePlus2}
        data-command="add-files"
        size="small"
        aria-describedby={limitsId}
        onClick={() => input.current?.click()}
      />
      <span id={limitsId} hidden>
        {describeFileLimit()}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={texts.files()}
        tabIndex={-1}
        className={hiddenStyles.visuallyHidden}
        onChange={({ target }) => {
          void addFiles(conversationId, [...(target.files ?? [])])
          target.value = '' // allows choosing the same file again
        }}
      />
    </>
  )
}

/** Accepted files and their largest size. */
export function describeFileLimit(): string {
  return texts.fileLimits({
    text: formatSize(fileLimits.text),
    pdf: formatSize(fileLimits.pdf),
    office: formatSize(fileLimits.office),
    whole: formatSize(fileLimits.wholePdf),
    pages: fileLimits.pdfPages,
    image: formatSize(fileLimits.image),
    count: fileLimits.perMessage,
    all: formatSize(fileLimits.message)
  })
}
