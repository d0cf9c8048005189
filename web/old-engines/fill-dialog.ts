/**
 * A polyfill of modal dialogs for engines without `<dialog>` (Chromium before 37, Safari before 15.4, Firefox
 * before 98): shown over the page, which takes neither focus nor clicks meanwhile. Can be removed when all
 * supported engines have the element.
 */
import './fill-dialog.css'

/** Such an engine creates an unknown element; these are the members of the real one that we use. */
interface FilledDialog extends HTMLElement {
  open: boolean
  returnTo?: Element | null
  showModal(): void
  close(): void
}

const focusable = 'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),[tabindex="0"]'

/** The last opened dialog that is still in the page. */
function topmost(): FilledDialog | null {
  const open = document.querySelectorAll<FilledDialog>('dialog[open]')
  return open[open.length - 1] ?? null
}

function focusInside(dialog: FilledDialog): void {
  const first = dialog.querySelector<HTMLElement>(focusable)
  if (first === null) dialog.tabIndex = -1
  ;(first ?? dialog).focus()
}

const methods: PropertyDescriptorMap & ThisType<FilledDialog> = {
  open: {
    get() {
      return this.hasAttribute('open')
    },
    set(open: boolean) {
      this.toggleAttribute('open', open)
    },
  },
  showModal: {
    value() {
      this.returnTo = document.activeElement
      this.open = true
      focusInside(this)
    },
  },
  close: {
    value() {
      if (!this.open) return
      this.open = false
      if (this.returnTo instanceof HTMLElement) this.returnTo.focus()
      this.dispatchEvent(new Event('close'))
    },
  },
}

/** Keeps the focus and clicks inside the dialog, and closes it by Esc. */
function followDialogs(): void {
  document.addEventListener('focusin', ({ target }) => {
    const dialog = topmost()
    if (dialog !== null && target instanceof Node && !dialog.contains(target)) focusInside(dialog)
  })
  document.addEventListener(
    'click',
    (event) => {
      const dialog = topmost()
      if (dialog === null || !event.isTrusted || dialog.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
      // A click beside a real dialog is a click on it.
      dialog.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    },
    true,
  )
  document.addEventListener('keydown', (event) => {
    const dialog = topmost()
    if (dialog === null || event.key !== 'Escape' || event.defaultPrevented) return
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
}

function fillDialog(): void {
  if (typeof HTMLDialogElement !== 'undefined' && 'showModal' in HTMLDialogElement.prototype) return
  const kind = Object.getPrototypeOf(document.createElement('dialog')) as object
  Object.defineProperties(kind, methods)
  document.documentElement.setAttribute('data-no-dialog', '')
  followDialogs()
}

fillDialog()
