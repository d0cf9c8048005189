/** Back of a remote control, and the Back button of Android: one level up. */
import { backStep } from './levels.ts'

export interface BackOptions {
  /** The path of the current page. */
  readonly pathname: () => string
  /** Replaces the page by the one above it. */
  readonly goTo: (path: string) => void
  /** False while a screen without pages is shown, such as the first start of an app: Back leaves it. */
  readonly hasPages: () => boolean
  /** Nothing is above the home page: asks whether to leave the application. */
  readonly askToLeave: () => void
}

/** One level up: the topmost dialog, the page before, the page above. */
export function goBack({ pathname, goTo, hasPages, askToLeave }: BackOptions): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  const { depth = 0 } = (history.state ?? {}) as { readonly depth?: number }
  const hasDialog = dialog !== undefined
  if (!hasDialog && !hasPages()) return askToLeave()
  const step = backStep({ hasDialog, depth, pathname: pathname() })
  if (step.kind === 'close_dialog') closeDialog(dialog)
  else if (step.kind === 'history') history.back()
  else if (step.kind === 'page') goTo(step.path)
  else askToLeave()
}

/**
 * The Back button of a system that sends no key to the page: leaves full screen, else the focused element may handle it
 * as the key of a remote control, else one level up.
 */
export function pressBack(options: BackOptions): void {
  if (document.fullscreenElement != null) return void document.exitFullscreen().catch(() => undefined)
  const event = new KeyboardEvent('keydown', { key: 'GoBack', bubbles: true, cancelable: true })
  if ((document.activeElement ?? document.body).dispatchEvent(event)) goBack(options)
}

/** As Esc does: the component that shows the dialog may do something else instead of closing it. */
function closeDialog(dialog: HTMLDialogElement | undefined): void {
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true })) === true) dialog.close()
}
