/** The public API of the operator module: what the application starts. */
export { importGuide } from './guide/import-guide.ts'
export { guideWorker } from './guide/guide-worker.ts'
export { addGuideGauges } from './guide/source-facts.ts'
export { skipMarksWorker } from './films/skip-marks.ts'
export { logosWorker } from './m3u/take-logos.ts'
export { postersWorker } from './films/film-posters.ts'
export { linearWorker } from './linear/linear-worker.ts'
export { shelfOf } from './linear/open-shelf.ts'
export {
  type LoadDemoOptions,
  type LoadedDemo,
  demoGuideWorker,
  loadDemo,
  oldGuideWorker,
} from './load-demo.ts'
export { diskRoom } from './films/disk-room.ts'
export { inboxWorker } from './films/films-inbox.ts'
export { filmWorkers, thisWorker, wakeFilmWorkers } from './films/film-workers.ts'
export { readZone } from './xmltv/zone.ts'
