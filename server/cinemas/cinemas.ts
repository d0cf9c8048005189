/** The public API of cinemas: what other modules may use. */
export type { CinemaFile, DeliveredCinema, ReadCinemas } from './read-cinemas.ts'
export { readCinemas } from './read-cinemas.ts'
export type { PublishedCinema, PublishedShowing } from './cinema-store.ts'
export { cinemasChangedChannel, hasOtherCinemas, publishCinemas } from './cinema-store.ts'
export type { CinemaPorts } from './routes.ts'
export { cinemaCalls } from './routes.ts'
