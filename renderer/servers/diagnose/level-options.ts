/** Minimum levels of shown lines, as text. */
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export const levelOptions = () => [
  { value: 'debug', label: texts.levelAll() },
  { value: 'info', label: texts.levelInfo() },
  { value: 'notice', label: texts.levelNotice() },
  { value: 'warning', label: texts.levelWarning() },
  { value: 'error', label: texts.levelError() },
  { value: 'critical', label: texts.levelCritical() },
  { value: 'alert', label: texts.levelAlert() },
  { value: 'emergency', label: texts.levelEmergency() }
]
