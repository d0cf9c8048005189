/** Copies a text; true when it was. Pages without https have no clipboard and take the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the old way needs no leave.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'spoken'
  field.readOnly = true
  const focused = document.activeElement
  // Beside an open dialog nothing can be selected.
  ;(focused?.closest('dialog') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
