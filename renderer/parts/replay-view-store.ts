/** The replay that is open in the window. */
import { create } from 'zustand'
import type { ReplayView } from '../../app/contract/workbench/replays'
import { call } from '../bridge/call'
import { report } from '../bridge/report'

interface OpenReplayState {
  /** Kept while its dialog closes. */
  readonly replay: ReplayView | null
  readonly isOpen: boolean
}

export const useOpenReplay = create<OpenReplayState>()(() => ({ replay: null, isOpen: false }))

/** Null: the user chooses a file. */
export async function openReplay(conversationId: string | null): Promise<void> {
  try {
    const replay = await call('replay.open', { conversationId })
    if (replay !== null) useOpenReplay.setState({ replay, isOpen: true })
  } catch (error) {
    report(error)
  }
}

export function closeReplay(): void {
  const { replay } = useOpenReplay.getState()
  useOpenReplay.setState({ isOpen: false })
  if (replay !== null) void call('replay.close', { replayId: replay.replayId }).catch(report)
}
