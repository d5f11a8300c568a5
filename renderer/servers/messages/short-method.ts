import type { MessageRow } from '../../../app/contract/workbench/messages'
import { messages as texts } from '../../../app/texts/compiled/window/messages'

/** The method of a message, cut to what fits on a line. */
export function shortMethod({ method }: MessageRow): string {
  return (method ?? texts.unknownMethod()).slice(0, 100)
}
