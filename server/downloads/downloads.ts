/** The public API of downloads: what devices may store for watching offline. */
export { openEndedDevices, type EndedDevices } from './ended-devices.ts'
export { beginDownload } from './begin-download.ts'
export { forgetDownloadsOf, removeGrants } from './grant-store.ts'
export type { DownloadDeps } from './deps.ts'
export { licenceOf, renewDownloads } from './renew-downloads.ts'
export { downloadedFiles } from './rules.ts'
