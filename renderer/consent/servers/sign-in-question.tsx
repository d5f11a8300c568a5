/** `Sign in to ‹server›`: why, where the browser will go, the requested rights, and the two answers. */
import { toText } from '../../../app/texts/localized'
import type { SignInPlace } from '../../../app/contract/accounts'
import type { SignInQuestion } from '../../../app/contract/questions/questions'
import { useProjection } from '../../state/projection'
import { describeVault } from '../../parts/describe-vault'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import { SecretField } from '../../ui/controls/secret-field'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { AddressFacts } from '../question/address-facts'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote, QuestionWarnings, showWarnings } from '../question/question-note'
import { useSignInAnswer, type SignInDraft } from './use-sign-in-answer'
import headingStyles from '../question/question-heading.module.css'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './sign-in-question.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'
import { ui } from '../../../app/texts/compiled/window/ui'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'

export interface SignInQuestionProps {
  readonly question: SignInQuestion
  readonly waitingCount: number
}

export function SignInQuestionDialog({ question, waitingCount }: SignInQuestionProps) {
  const { draft, place, isComplete, pending, failure, agree, cancel } = useSignInAnswer(question)
  return (
    <QuestionDialog
      serverName={null}
      title={consent.signInTitle({ server: question.serverName })}
      description={
        place?.password === undefined
          ? consent.signInNote({ server: question.serverName })
          : consent.passwordNote({ server: question.serverName, host: place.host })
      }
      waitingCount={waitingCount}
      failure={failure}
      onSafeAnswer={cancel}
      footer={
        <>
          <Button disabled={pending !== null} isBusy={pending === 'cancel'} onClick={cancel}>
            {ui.cancel()}
          </Button>
          <GuardedButton
            variant="primary"
            disabled={pending !== null || !isComplete}
            isBusy={pending === 'open-browser'}
            onPress={agree}
          >
            {place?.password === undefined ? consent.openBrowser() : consent.signIn()}
          </GuardedButton>
        </>
      }
    >
      <QuestionNote text={toText(question.reason)} />
      {question.places.length > 1 && <Places question={question} draft={draft} />}
      {place !== null && <PlaceFacts place={place} question={question} />}
      {place?.password !== undefined && <PasswordFields draft={draft} />}
      {place?.needsClient === true && place.password === undefined && <ClientFields draft={draft} />}
      {place !== null && place.doubt !== null && (
        <Switch label={consent.acceptDoubt()} isOn={draft.acceptsDoubt} onChange={draft.setAcceptsDoubt} />
      )}
    </QuestionDialog>
  )
}

function Places({ question, draft }: { readonly question: SignInQuestion; readonly draft: SignInDraft }) {
  return (
    <fieldset className={styles.signInPlaces}>
      <legend className={headingStyles.questionHeading}>
        <VisibleText text={consent.severalPlaces({ server: question.serverName })} />
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
  const doubts = place.doubt === null ? [] : [{ level: 'danger' as const, text: toText(place.doubt) }]
  return (
    <>
      <QuestionWarnings warnings={[...doubts, ...showWarnings(place.warnings)]} />
      <Facts>
        <AddressFacts address={place.address} host={place.host} />
        {place.password === undefined ? (
          <Fact label={consent.authorizationServer()}>
            <code className={factsStyles.factPiece}>
              <ExactText text={place.issuer} />
            </code>
          </Fact>
        ) : (
          place.password.realm !== null && (
            <Fact label={consent.realm()}>
              <VisibleText text={place.password.realm} />
            </Fact>
          )
        )}
        <Fact label={consent.forServerAt()}>
          <code className={factsStyles.factPiece}>
            <ExactText text={serverUrl} />
          </code>
        </Fact>
        {account !== null && (
          <Fact label={consent.signedInAs()}>
            <VisibleText text={account} />
          </Fact>
        )}
        {place.password === undefined && (
          <Fact label={consent.rights()}>
            {scopes.length === 0 ? consent.defaultRights() : <Pieces texts={scopes} />}
          </Fact>
        )}
        {addedScopes.length > 0 && (
          <Fact label={consent.newRights()}>
            <Pieces texts={addedScopes} />
          </Fact>
        )}
      </Facts>
    </>
  )
}

function PasswordFields({ draft }: { readonly draft: SignInDraft }) {
  const vault = useProjection(({ settings }) => settings.vault)
  return (
    <section className={styles.signInClient} aria-label={consent.signIn()}>
      <TextField label={consent.userName()} isRequired value={draft.clientId} onChange={draft.setClientId} />
      <SecretField label={consent.password()} hint={describeVault(vault)} secret={draft.clientSecret} />
    </section>
  )
}

function ClientFields({ draft }: { readonly draft: SignInDraft }) {
  const vault = useProjection(({ settings }) => settings.vault)
  return (
    <section className={styles.signInClient} aria-label={consent.client()}>
      <p>
        <TextWithElements
          text={consent.registerClient({ address: textSlot('address') })}
          with={{ address: <code>http://127.0.0.1/callback</code> }}
        />
      </p>
      <TextField
        label={consent.clientId()}
        isCode
        isRequired
        value={draft.clientId}
        onChange={draft.setClientId}
      />
      <SecretField
        label={consent.clientSecret()}
        hint={consent.clientSecretHint({ vault: describeVault(vault) })}
        secret={draft.clientSecret}
      />
    </section>
  )
}
