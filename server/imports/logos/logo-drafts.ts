/** What other parts use of logos in bulk. */
export { applyLogos, assignLogo } from './apply-logos.ts'
export {
  isSureMatch,
  listLogos,
  loadLogos,
  type LoadedLogos,
  type LogoDraft,
  type ShownLogoFile,
  type ShownLogoMatch,
} from './list-logos.ts'
export { logoDraftsWorker } from './logos-worker.ts'
export { openArchive, openFolder, maxLogos, type DropRefusal } from './open-drop.ts'
export { readLogos, readStep } from './read-logos.ts'
export { appendToLogos, endLogos, maxLogosBytes, startLogos } from './store-logos.ts'
