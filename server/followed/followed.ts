/** The public API of followed programmes: shows whose broadcasts a viewer gathers. */
export { type Followed, type FollowedShow, openFollowed } from './open-followed.ts'
export { followedWorkers } from './followed-workers.ts'
export { forgetFollowedOf, maxFollowed } from './followed-rows.ts'
