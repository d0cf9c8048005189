/**
 * Whether this device has downloads to watch offline. Loaded when the connection is lost, so that not every page
 * loads the list.
 */
export function hasDownloads(): boolean {
  try {
    return localStorage.getItem('ekran.downloads')?.includes('"saved"') ?? false
  } catch {
    return false
  }
}
