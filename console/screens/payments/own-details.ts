/** The operator's own account for the file of 1C, which this browser remembers. */
const name = 'ekran.exchange'
const empty = { own_account: '', own_name: '', own_inn: '' }

/** What was stored; empty texts before, and where the browser forbids its storage. */
export function readDetails(): typeof empty {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? '{}') as Readonly<Record<string, unknown>>
    const text = (field: keyof typeof empty) => {
      const value = stored[field]
      return typeof value === 'string' ? value : ''
    }
    return { own_account: text('own_account'), own_name: text('own_name'), own_inn: text('own_inn') }
  } catch {
    return empty
  }
}

export function storeDetails(details: typeof empty): void {
  try {
    localStorage.setItem(name, JSON.stringify(details))
  } catch {
    // They are typed again next time.
  }
}
