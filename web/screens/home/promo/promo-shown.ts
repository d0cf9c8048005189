/** When the offer was shown last on this device. */
import { shownAtOf } from './promo-rules.ts'

const key = 'ekran.promoShownAt'

export function promoShownAtMs(): number | null {
  try {
    return shownAtOf(localStorage.getItem(key))
  } catch {
    // Without storage it would be shown at every visit: it is not shown at all.
    return Date.now()
  }
}

export function keepPromoShown(atMs: number): void {
  try {
    localStorage.setItem(key, String(atMs))
  } catch {
    // Without storage it is not shown, as above.
  }
}
