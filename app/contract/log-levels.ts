/**
 * The levels of `notifications/message`, in a file of their own: the window needs the words, and would get the whole
 * schema library with the schemas beside them, whose try at `eval` its content policy reports as an error.
 */

/** Least urgent first. @spec 2025-11-25 server/utilities/logging */
export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency'
] as const
