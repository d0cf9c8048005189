/** The face of the region room: inside or outside the national network. */
export { openRegion } from './open-region.ts'
export type { Region } from './open-region.ts'
export { regionRoutes } from './routes.ts'
