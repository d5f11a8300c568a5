/** `Sign in to ‹server›`: why, where the browser will lead, which rights are asked for, and the two answers. */
import type { SignInPlace, SignInQuestion } from '../../../app/contract/accounts'
import { useProjection } from '../../state/projection'
import { describeVault } from '../../parts/vault-words'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { SecretField } from '../../ui/controls/secret-field'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../question/exact-text'
import { Fact, Facts, Pieces } from '../question/facts'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote, QuestionWarnings } from '../question/question-note'
import { useSignInAnswer, type SignInDraft } from './use-sign-in-answer'
import headingStyles from '../question/question-heading.module.css'
import factsStyles from '../question/facts.module.css'
import styles from './sign-in-question.module.css'

export interface SignInQuestionProps {
  readonly question: SignInQuestion
  readonly waitingCount: number
}

export function SignInQuestionDialog({ question, waitingCount }: SignInQuestionProps) {
  const { draft, place, isComplete, pending, failure, agree, cancel } = useSignInAnswer(question)
  return (
    <QuestionDialog
      serverName={null}
      title={`Sign in to ${question.serverName}`}
      description={`You sign in on a page in your browser; Parley never sees your password. ${question.serverName} can then act for you, with the rights below, until you sign out.`}
      waitingCount={waitingCount}
      failure={failure}
      onSafeAnswer={cancel}
      footer={
        <>
          <Button disabled={pending !== null} isBusy={pending === 'cancel'} onClick={cancel}>
            Cancel
          </Button>
          <GuardedButton
            variant="primary"
            disabled={pending !== null || !isComplete}
            isBusy={pending === 'open-browser'}
            onPress={agree}
          >
            Open browser
          </GuardedButton>
        </>
      }
    >
      <QuestionNote text={question.reason} />
      {question.places.length > 1 && <Places question={question} draft={draft} />}
      {place !== null && <PlaceFacts place={place} question={question} />}
      {place?.needsClient === true && <ClientFields draft={draft} />}
      {place !== null && place.doubt !== null && (
        <Switch
          label="I know this server and sign in all the same"
          isOn={draft.acceptsDoubt}
          onChange={draft.setAcceptsDoubt}
        />
      )}
    </QuestionDialog>
  )
}

function Places({ question, draft }: { readonly question: SignInQuestion; readonly draft: SignInDraft }) {
  return (
    <fieldset className={styles.signInPlaces}>
      <legend className={headingStyles.questionHeading}>
        <VisibleText text={question.serverName} /> names several places to sign in. Choose one
      </legend>
      {question.places.map(({ issuer }) => (
        <label key={issuer} className={styles.signInPlace}>
          <input
            type="radio"
            name={question.id}
            checked={draft.issuer === issuer}
            onChange={() => draft.setIssuer(issuer)}
          />
          <code>
            <ExactText text={issuer} />
          </code>
        </label>
      ))}
    </fieldset>
  )
}

function PlaceFacts({ place, question }: { readonly place: SignInPlace; readonly question: SignInQuestion }) {
  const { scopes, addedScopes, account, serverUrl } = question
  return (
    <>
      <QuestionWarnings warnings={place.doubt === null ? place.warnings : [place.doubt, ...place.warnings]} />
      <Facts>
        <AddressFacts address={place.address} host={place.host} />
        <Fact label="Authorization server">
          <code className={factsStyles.factPiece}>
            <ExactText text={place.issuer} />
          </code>
        </Fact>
        <Fact label="For the server at">
          <code className={factsStyles.factPiece}>
            <ExactText text={serverUrl} />
          </code>
        </Fact>
        {account !== null && (
          <Fact label="Signed in as">
            <VisibleText text={account} />
          </Fact>
        )}
        <Fact label="Rights asked for">
          {scopes.length === 0 ? (
            'Those that the authorization server gives by itself'
          ) : (
            <Pieces texts={scopes} />
          )}
        </Fact>
        {addedScopes.length > 0 && (
          <Fact label="New among them">
            <Pieces texts={addedScopes} />
          </Fact>
        )}
      </Facts>
    </>
  )
}

function ClientFields({ draft }: { readonly draft: SignInDraft }) {
  const vault = useProjection(({ settings }) => settings.vault)
  return (
    <section className={styles.signInClient} aria-label="Client">
      <p>
        This authorization server does not register Parley by itself. Register it there as a native app with
        the address <code>http://127.0.0.1/callback</code>, and enter what you get.
      </p>
      <TextField label="Client id" isCode isRequired value={draft.clientId} onChange={draft.setClientId} />
      <SecretField
        label="Client secret"
        hint={`Only if you were given one. ${describeVault(vault)}`}
        secret={draft.clientSecret}
      />
    </section>
  )
}
