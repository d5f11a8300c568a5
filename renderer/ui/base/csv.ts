/** Tables as CSV for spreadsheets (RFC 4180). Pure. */

/** Line ends follow the format; a cell that a spreadsheet would run as a formula is marked as text. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(toCell).join(',')).join('\r\n')
}

function toCell(text: string): string {
  const cell = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Cells come from outside: in a spreadsheet a formula could fetch addresses. Plain numbers keep their sign. */
function isFormula(text: string): boolean {
  return /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d.,\s]*[%\p{Sc}]?$/u.test(text))
}
