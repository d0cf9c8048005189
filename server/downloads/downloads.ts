/** The face of the downloads room: what devices may keep for watching without a connection. */
export { downloadRoutes } from './routes.ts'
