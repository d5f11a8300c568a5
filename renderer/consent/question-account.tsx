/** As whom the server that a question is about knows the person: part of every question of a server with a sign-in. */
import { UserRound } from 'lucide-react'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/hidden-characters'
import './question-account.css'

/** About the question that is shown. Nothing where nobody is signed in. */
export function QuestionAccount() {
  const account = useProjection(({ questions, accounts }) => {
    const [shown] = questions
    // Its own question says more.
    if (shown === undefined || shown.type === 'sign-in') return undefined
    return accounts.find(({ serverName, state }) => serverName === shown.serverName && state !== 'signed-out')
  })
  if (account === undefined || (account.name === null && account.issuer === null)) return null
  return (
    <p className="question-account">
      <UserRound size={16} aria-hidden />
      <span>
        Account on <VisibleText text={account.serverName} />:{' '}
        <strong>
          <VisibleText text={account.name ?? 'name not said'} />
        </strong>
        {account.issuer !== null && (
          <>
            {' '}
            at <VisibleText text={account.issuer} />
          </>
        )}
      </span>
    </p>
  )
}
