/** The face of the tv-login room: a television shows a code, a phone that is logged in lets it in. */
export { forgetOldRequests, tvLoginWorkers } from './forget-old.ts'
export { openTvLogin } from './open-tv-login.ts'
export type { TvLoginOptions } from './needs.ts'
export { tvLoginRoutes } from './routes.ts'
