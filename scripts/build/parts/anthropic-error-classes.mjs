// Replaces the table of all errors of the Anthropic SDK by name, which brings the whole SDK. Parley reads the status and the text
// of an error (`app/models/vendor/errors.ts`), and the SDK makes an error of its status without this table.

export const ERROR_CODE_CLASSES = new Map()
