/** The public API of tv-login: a television shows a code, a logged-in phone approves it. */
export { forgetOldRequests, tvLoginWorkers } from './forget-old.ts'
export { openTvLogin, type TvLogin } from './open-tv-login.ts'
export type { TvLoginOptions } from './deps.ts'
export type { PollResponse } from './poll.ts'
