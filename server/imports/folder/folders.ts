/** The public API of folders of films that are looked through before they are published. */
export { applyFolder, discardFolder, type FolderApplied } from './apply-folder.ts'
export type { FolderComparison, FolderItem } from './compare-folder.ts'
export {
  folderViews,
  foldersWorker,
  listFolders,
  loadFolder,
  type FolderDraft,
  type StoredFolderItem,
} from './list-folders.ts'
export { compareAt, lookAgain, lookThrough, type Look, type Looked } from './look-through.ts'
export { findPlace, listPlaces, type FolderPlace } from './places.ts'
