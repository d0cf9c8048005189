/** The public API of changes: numbered sets of changes to content, and taking them back. */
export { type Fields, type Json, isHiddenField, isSameValue, laterField, partsField } from './fields.ts'
export {
  type ListedChange,
  changedSince,
  listChanges,
  listEntityHistory,
  loadChange,
  newestChange,
  undoDays,
} from './list-changes.ts'
export { type Author, type EntryOfChange, type States, diffStates, recordChange } from './record-change.ts'
export {
  type EntityStore,
  type TakenBack,
  type UndoConflict,
  type UndoOutcome,
  undoChange,
} from './undo-change.ts'
