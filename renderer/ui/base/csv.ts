/** Tables as text that spreadsheets read (RFC 4180). Pure. */

/** Lines end as the format wants it; a cell that a spreadsheet would run as a formula is marked as text. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(toCell).join(',')).join('\r\n')
}

function toCell(text: string): string {
  const cell = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Others wrote the cells: pasted into a spreadsheet, a formula could fetch addresses. Plain numbers keep their sign. */
function isFormula(text: string): boolean {
  return /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d.,\s]*[%\p{Sc}]?$/u.test(text))
}
