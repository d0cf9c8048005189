/** When the offer was shown last on this device. */
import { shownAtOf } from './promo-rules.ts'

const key = 'ekran.promoShownAt'

export function promoShownAtMs(): number | null {
  try {
    return shownAtOf(localStorage.getItem(key))
  } catch {
    // Who refuses a storage would be shown it at every visit: rather never.
    return Date.now()
  }
}

export function keepPromoShown(atMs: number): void {
  try {
    localStorage.setItem(key, String(atMs))
  } catch {
    // See above: it is not shown there at all.
  }
}
