/**
 * Whether something can be watched here without a connection. Read when the connection is gone: the list itself need
 * not come with every page.
 */
export function hasDownloads(): boolean {
  try {
    return localStorage.getItem('ekran.downloads')?.includes('"saved"') ?? false
  } catch {
    return false
  }
}
