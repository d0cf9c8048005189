/** The public API of folders of films that are looked through before they are published. */
export { applyFolder, discardFolder } from './apply-folder.ts'
export type { FolderComparison, FolderItem } from './compare-folder.ts'
export {
  foldersWorker,
  listFolders,
  loadFolder,
  type FolderDraft,
  type StoredFolderItem,
} from './list-folders.ts'
export { compareAt, lookAgain, lookThrough, type Looked } from './look-through.ts'
export { findPlace, listPlaces } from './places.ts'
