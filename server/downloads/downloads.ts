/** The public API of downloads: what devices may keep for watching without a connection. */
export { openEndedDevices, type EndedDevices } from './ended-devices.ts'
export { downloadRoutes } from './routes.ts'
