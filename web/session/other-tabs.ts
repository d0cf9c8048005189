import { session } from './session.ts'

/** A login, a logout or another language in one tab is seen in the others. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => session.reread())
}
