/** The public API of lists that are fetched again and again. */
export {
  addListSource,
  changeListSource,
  listListSources,
  removeListSource,
  type ListSource,
} from './list-sources.ts'
export { refreshList } from './refresh-list.ts'
export { listsWorker } from './lists-worker.ts'
