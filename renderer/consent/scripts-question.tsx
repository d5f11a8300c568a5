/** `Let ‹model› write scripts?`: a model asks whether it may call tools by scripts in its conversation. */
import { consent } from '../../app/texts/compiled/window/consent'
import { modelLabel } from '../parts/model-groups'
import { VisibleText } from '../ui/base/hidden-characters'
import { Fact, Facts } from '../ui/untrusted/facts'
import { plainView } from './question/plain-question'

export const scriptsView = plainView('scripts', {
  title: ({ question, models }) => consent.scriptsTitle({ model: modelLabel(models.models, question.model) }),
  note: () => consent.scriptsNote(),
  body: ({ question: { reason } }) => (
    <>
      <Facts>
        <Fact label={consent.scriptsReason()}>
          {reason === '' ? consent.scriptsNoReason() : <VisibleText text={reason} />}
        </Fact>
      </Facts>
      <p>{consent.scriptsEffect()}</p>
    </>
  ),
  yes: { decision: 'allow', label: consent.allowScripts },
  safe: 'deny',
  safeLabel: consent.noScripts
})
