/** One cell of a CSV file with semicolons. A text that begins like a formula would be one in a spreadsheet. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
