/** What a directory's entry asks the user for. */
import type { DirectoryInput } from '../../../app/contract/servers/directory'
import { formatList } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ExactText } from '../../ui/untrusted/exact-text'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import commonStyles from '../../parts/common.module.css'
import styles from './install-option.module.css'

export function InputList({ asked }: { readonly asked: readonly DirectoryInput[] }) {
  const named = asked.filter(({ name, description }) => name !== '' || description !== '')
  if (named.length === 0) return null
  return (
    <>
      <p className={commonStyles.note}>{texts.asks()}</p>
      <ul className={styles.asked} aria-label={texts.asks()}>
        {named.map((input, index) => (
          // eslint-disable-next-line react/no-array-index-key -- names may repeat, and the order is fixed
          <li key={index}>
            <code className={styles.piece}>
              <ExactText text={input.name} />
            </code>{' '}
            <span className={commonStyles.note}>({marksOf(input)})</span>
            <p className={commonStyles.note}>
              <VisibleText text={wordsOf(input)} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function marksOf({ isRequired, isSecret }: DirectoryInput): string {
  const marks = [isRequired ? texts.required() : texts.optional(), ...(isSecret ? [texts.secret()] : [])]
  return marks.join(', ')
}

function wordsOf({ description, usual, choices }: DirectoryInput): string {
  const more = [
    ...(usual === null ? [] : [texts.usual({ value: usual })]),
    ...(choices.length === 0 ? [] : [texts.choices({ values: formatList(choices) })])
  ]
  return [description, ...more].filter((part) => part !== '').join(' · ')
}
