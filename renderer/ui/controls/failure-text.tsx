/** Why something did not work, beside what set it off; read aloud when it appears. Nothing while all is well. */
import './failure-text.css'
import { VisibleText } from '../base/hidden-characters'

export function FailureText({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="failure-text">
      <VisibleText text={text} />
    </p>
  )
}
