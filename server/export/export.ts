/** The public API of export: a subscriber's channels, archive and guide for other players. */
export { openExportAddresses } from './export-address.ts'
export type { ExportAddresses } from './export-address.ts'
export { exportRoutes, playlistPath } from './routes.ts'
export { createExportDoor } from './serve-export.ts'
