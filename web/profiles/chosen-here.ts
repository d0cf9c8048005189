/** Whether a profile was chosen since this app or tab was opened. */
const key = 'profile.chosen'
let inMemory = false

export function hasChosen(): boolean {
  try {
    return inMemory || sessionStorage.getItem(key) !== null
  } catch {
    return inMemory
  }
}

export function noteChosen(): void {
  inMemory = true
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // A private window: it lasts as long as the page.
  }
}
