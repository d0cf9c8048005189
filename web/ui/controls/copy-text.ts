/**
 * Copies a text; returns whether that succeeded. Pages without https have no clipboard API and use `execCommand`.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Rejected: `execCommand` needs no permission.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'spoken'
  field.readOnly = true
  const focused = document.activeElement
  // While a dialog is open, only elements inside it can be selected.
  ;(focused?.closest('dialog') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
