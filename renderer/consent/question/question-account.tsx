/** The user's account at the question's server: shown in every question of a server with a sign-in. */
import { UserRound } from 'lucide-react'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './question-account.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'

/** Nothing if the user isn't signed in. */
export function QuestionAccount({ serverName }: { readonly serverName: string }) {
  const account = useProjection(({ accounts }) => accounts.find((each) => each.serverName === serverName))
  if (account === undefined || account.state === 'signed-out') return null
  if (account.name === null && account.issuer === null) return null
  return (
    <p className={styles.questionAccount}>
      <UserRound size={16} aria-hidden />
      <span>
        <TextWithElements
          text={consent.account({
            server: account.serverName,
            name: textSlot('name'),
            issuer: account.issuer ?? 'none'
          })}
          with={{
            name: (
              <strong>
                <VisibleText text={account.name ?? consent.nameUnknown()} />
              </strong>
            )
          }}
        />
      </span>
    </p>
  )
}
