/** `Replay ‹title›`: a recorded conversation again, or with something changed, and the steps side by side. */
import { useState } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { ReplayView } from '../../../app/contract/workbench/replays'
import { replays as texts } from '../../../app/texts/compiled/window/replays'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'
import { ReplayChoices, toChange, unchanged } from './replay-choices'
import { ReplaySteps } from './replay-steps'
import { closeReplay, useOpenReplay } from '../../parts/replay-view-store'

type Outcome = CallOutput<'replay.run'>

export function ReplayDialog() {
  const { replay, isOpen } = useOpenReplay()
  return replay !== null && <Replay key={replay.replayId} replay={replay} open={isOpen} />
}

function Replay({ replay, open }: { readonly replay: ReplayView; readonly open: boolean }) {
  const { replayId, title, turns, models } = replay
  const [choices, setChoices] = useState(unchanged)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { pending, failure, run } = useCommand()
  const isRunning = pending !== null
  const start = async () => {
    setOutcome(null)
    setOutcome(await call('replay.run', { replayId, ...toChange(choices) }))
  }
  const stop = () => void call('replay.stop', { replayId }).catch(report)
  return (
    <Dialog
      open={open}
      onClose={closeReplay}
      size="large"
      isOutsidePressIgnored
      startsAtTop
      title={plainWithMarks(texts.title({ title }))}
      description={texts.note({ turns })}
      footer={
        isRunning ? (
          <Button onClick={stop}>{texts.stop()}</Button>
        ) : (
          <Button variant="primary" onClick={() => void run(start)}>
            {outcome === null ? texts.run() : texts.runAgain()}
          </Button>
        )
      }
    >
      <div className={commonStyles.stack4}>
        {models.length > 0 && (
          <p className={commonStyles.smallNote}>
            {plainWithMarks(texts.recordedWith({ models: models.join(', ') }))}
          </p>
        )}
        <ReplayChoices replay={replay} choices={choices} isDisabled={isRunning} onChange={setChoices} />
        <FailureText text={failure ?? (outcome?.failure ? toText(outcome.failure) : null)} />
        {isRunning && <p role="status">{texts.running()}</p>}
        {outcome !== null && <ReplaySteps steps={outcome.steps} />}
      </div>
    </Dialog>
  )
}
