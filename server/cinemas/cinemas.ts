/** The public API of cinemas. */
export { type CinemaFile, type DeliveredCinema, type ReadCinemas, readCinemas } from './read-cinemas.ts'
export {
  type PublishedCinema,
  type PublishedShowing,
  cinemasChangedChannel,
  hasOtherCinemas,
  publishCinemas,
  removeCinemas,
  listCinemas,
} from './cinema-store.ts'
export { sameTitle } from './same-title.ts'
